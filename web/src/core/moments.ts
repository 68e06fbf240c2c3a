import type { Finish } from '@saathi/contract/learning/detail'
import { useSyncExternalStore } from 'react'
import { onSessionChanged, sessionNow } from './session.ts'
import { readStored, writeStored, type StorageKey } from './storage.ts'
import { personNow } from './network/token.ts'

/** A session the reader has just finished. `finish` is null until the server has confirmed it. */
export type Moment = { session: number; mentorship: number | undefined; finish: Finish | null }

let moments: readonly Moment[] = []
const listeners = new Set<() => void>()

function setMoments(next: readonly Moment[]): void {
  moments = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The celebration to show now. */
export const useMoment = (): Moment | undefined => useSyncExternalStore(subscribe, () => moments[0])

export const endMoment = (): void => setMoments(moments.slice(1))

// Do not show one person's sessions to the next.
onSessionChanged(() => sessionNow() !== 'signedIn' && moments.length > 0 && setMoments([]))

const keyOf = (person: number, { session, mentorship }: Moment): StorageKey =>
  `saathi.finished.${person}.${mentorship ?? 'hub'}.${session}`

/** Celebrates a finished session once: not again after a reload, and only in the visible tab. */
export async function celebrate(moment: Moment): Promise<void> {
  const person = personNow()
  if (person === null) return
  await waitUntilVisible()
  await withLock(() => {
    const key = keyOf(person, moment)
    if (personNow() !== person || readStored(key) !== null) return
    writeStored(key, '1')
    setMoments([...moments, moment])
  })
}

async function waitUntilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return
  await new Promise<void>((resolve) => {
    const handleVisibility = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', handleVisibility)
      resolve()
    }
    document.addEventListener('visibilitychange', handleVisibility)
  })
}

// Locks need https or localhost; elsewhere two tabs may both show it.
async function withLock(work: () => void): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('saathi.moments', work)
  else work()
}
