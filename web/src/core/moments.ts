import type { Finish } from '@saathi/contract/learning/detail'
import { createPersonStore } from './session.ts'
import { readStored, writeStored, type StorageKey } from './storage.ts'
import { useStore } from './store.ts'
import { personNow } from './network/token.ts'

/** A session the reader has just finished. `finish` is null until the server has confirmed it. */
export type FinishedSession = { session: number; mentorship: number | undefined; finish: Finish | null }
/** `match`: a mentorship that has just begun. */
type Moment = FinishedSession | { match: number }

const moments = createPersonStore<readonly Moment[]>([])

/** The celebration to show now. */
export const useMoment = (): Moment | undefined => useStore(moments)[0]

export const endMoment = (): void => moments.set(moments.get().slice(1))

const keyOf = (person: number, moment: Moment): StorageKey =>
  'match' in moment
    ? `saathi.matched.${person}.${moment.match}`
    : `saathi.finished.${person}.${moment.mentorship ?? 'hub'}.${moment.session}`

/** Celebrates once: not again after a reload, and only in the visible tab. */
export async function celebrate(moment: Moment): Promise<void> {
  const person = personNow()
  if (person === null) return
  await waitUntilVisible()
  await withLock(() => {
    const key = keyOf(person, moment)
    if (personNow() !== person || readStored(key) !== null) return
    writeStored(key, '1')
    moments.set([...moments.get(), moment])
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
