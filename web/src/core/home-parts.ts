import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { onConnectionChanged } from './connection.ts'

/** `mentorship` is the one that the home shows, `active` are all that go on. */
export type HomePartProps = { mentorship: Mentorship; active: readonly Mentorship[] }
export type HomePart = ComponentType<HomePartProps>
/** `days`: the card of the days. `over`: what lies over the home when the address says so. */
export type HomePartName = 'days' | 'over'

/** `isLost`: its script did not come, and has not come since. */
type Coming = { Part: HomePart | null; isLost: boolean; isLoading: boolean }
type Brought = { load: () => Promise<HomePart>; coming: Coming }

const nobodys: Coming = { Part: null, isLost: false, isLoading: false }
const parts = new Map<HomePartName, Brought>()
const listeners = new Set<() => void>()

/** Rooms that come after mentorship bring their own part to its home, which knows none of them. */
export function addHomePart(name: HomePartName, load: () => Promise<HomePart>): void {
  parts.set(name, { load, coming: nobodys })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function fetchPart(name: HomePartName): Promise<void> {
  const brought = parts.get(name)
  if (!brought || brought.coming.Part || brought.coming.isLoading) return
  const say = (coming: Partial<Coming>) => {
    brought.coming = { ...brought.coming, ...coming }
    for (const tell of listeners) tell()
  }
  say({ isLoading: true })
  try {
    say({ Part: await brought.load(), isLost: false, isLoading: false })
  } catch {
    say({ isLost: true, isLoading: false })
  }
}

/** Once more for all that were lost. */
export function fetchLostParts(): void {
  for (const name of parts.keys()) void fetchPart(name)
}

/** A part whose script was lost is not given up: each visit of the home and each change of the connection asks again. */
export function useHomePart(name: HomePartName): Coming {
  useEffect(() => {
    const ask = () => void fetchPart(name)
    ask()
    return onConnectionChanged(ask)
  }, [name])
  return useSyncExternalStore(subscribe, () => parts.get(name)?.coming ?? nobodys)
}
