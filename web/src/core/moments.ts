import type { Finish } from '@saathi/contract/learning/detail'
import { useSyncExternalStore } from 'react'
import { onSessionChanged, sessionNow } from './session.ts'
import { readStored, writeStored, type StorageKey } from './storage.ts'
import { personNow } from './token.ts'

/** A session that the reader has just finished. `finish` is null where the server has not heard of it yet. */
export type Moment = { session: number; mentorship: number | undefined; finish: Finish | null }

let moments: readonly Moment[] = []
const listeners = new Set<() => void>()

function setMoments(next: readonly Moment[]): void {
  moments = next
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one to be shown now. */
export const useMoment = (): Moment | undefined => useSyncExternalStore(subscribe, () => moments[0])

export const endMoment = (): void => setMoments(moments.slice(1))

// What one person has finished is not for the next.
onSessionChanged(() => sessionNow() !== 'signedIn' && moments.length > 0 && setMoments([]))

const keyOf = (person: number, { session, mentorship }: Moment): StorageKey =>
  `saathi.finished.${person}.${mentorship ?? 'hub'}.${session}`

/** Shows a finished session once: not again after a reload, and in one tab only, the one that is in view. */
export async function celebrate(moment: Moment): Promise<void> {
  const person = personNow()
  if (person === null) return
  await untilSeen()
  await underLock(() => {
    const key = keyOf(person, moment)
    if (personNow() !== person || readStored(key) !== null) return
    writeStored(key, '1')
    setMoments([...moments, moment])
  })
}

async function untilSeen(): Promise<void> {
  if (document.visibilityState === 'visible') return
  await new Promise<void>((resolve) => {
    const hear = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', hear)
      resolve()
    }
    document.addEventListener('visibilitychange', hear)
  })
}

// Browsers offer locks only over https and on localhost; elsewhere two tabs at the same instant may both show it.
async function underLock(work: () => void): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('saathi.moments', work)
  else work()
}
