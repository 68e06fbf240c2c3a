import { putEntries, readEntries } from '../offline/store.ts'
import { isOutboxEntry, type OutboxEntry } from './entry.ts'

let made = 0

export function makeEntry(given: Partial<OutboxEntry> = {}): OutboxEntry {
  made += 1
  const id = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`
  return {
    person: 1,
    key: `2026-11-14T08:00:00.${String(made).padStart(3, '0')}Z-${id}`,
    id,
    kind: 'learning.step',
    line: 'learning.3.',
    about: `thing ${made}`,
    input: {},
    label: { text: 'outbox.step', values: { title: 'Breathe' } },
    madeAt: new Date().toISOString(),
    ...given,
  }
}

/** A step of the hub, or of a mentorship, that was read while nothing could be stored. */
export const stepEntry = (session: number, step: number, mentorship?: number, given: Partial<OutboxEntry> = {}): OutboxEntry =>
  makeEntry({
    line: `learning.${session}.${mentorship ?? ''}`,
    about: `step ${step}`,
    input: { session, step, ...(mentorship !== undefined && { mentorship }) },
    label: { text: 'outbox.step', values: { title: `Step ${step}` } },
    ...given,
  })

/** As an earlier visit of the person has left it in this browser. */
export async function leaveWaiting(...entries: OutboxEntry[]): Promise<void> {
  // What the test before has asked for at its end must not be done after this.
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('saathi.outbox').addEventListener('success', resolve)
  })
  localStorage.setItem('saathi.signedIn', '1')
  if (!(await putEntries('outbox', 1, entries))) throw new Error('The browser does not keep it.')
}

/** What lies in the browser's storage. */
export const stillWaiting = async (): Promise<OutboxEntry[]> => (await readEntries('outbox', 1, isOutboxEntry)) ?? []
