import { putEntries, readEntries } from '../offline/store.ts'
import { isOutboxEntry, type OutboxEntry } from './entry.ts'

let made = 0

export function makeEntry(overrides: Partial<OutboxEntry> = {}): OutboxEntry {
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
    ...overrides,
  }
}

/** A step of the hub or of a mentorship, read while offline. */
export const stepEntry = (
  session: number,
  step: number,
  mentorship?: number,
  overrides: Partial<OutboxEntry> = {},
): OutboxEntry =>
  makeEntry({
    line: `learning.${session}.${mentorship ?? ''}`,
    about: `step ${step}`,
    input: { session, step, ...(mentorship !== undefined && { mentorship }) },
    label: { text: 'outbox.step', values: { title: `Step ${step}` } },
    ...overrides,
  })

/** Simulates entries left by an earlier visit. */
export async function seedOutbox(...entries: OutboxEntry[]): Promise<void> {
  // Deletes what the previous test may still be writing.
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('saathi.outbox').addEventListener('success', resolve)
  })
  localStorage.setItem('saathi.signedIn', '1')
  if (!(await putEntries('outbox', 1, entries))) throw new Error('Could not store the entries.')
}

/** The entries in IndexedDB. */
export const storedEntries = async (): Promise<OutboxEntry[]> => (await readEntries('outbox', 1, isOutboxEntry)) ?? []
