import { hashKey, type QueryKey } from '@tanstack/react-query'
import { expect, onTestFinished, vi } from 'vitest'
import { sessionNow } from '../session.ts'
import { type Kept, isKept, keptShape } from './rules.ts'
import { putEntries, readEntries } from './store.ts'

/** As a person of before has left this browser: signed in, with these pages kept. */
export async function leaveKept(
  person: number,
  things: readonly (readonly [QueryKey, unknown])[],
  at = Date.now(),
): Promise<void> {
  localStorage.setItem('saathi.signedIn', String(person))
  const entries = things.map(([key, data]): Kept => ({ person, key: hashKey(key), shape: keptShape, at, data }))
  expect(await putEntries('kept', person, entries)).toBe(true)
}

/** The session then does not know yet who is here, as at the start of a page. */
export async function beginAnew(person: number): Promise<void> {
  localStorage.setItem('saathi.signedIn', String(person))
  new BroadcastChannel('saathi').postMessage({ type: 'signedIn', userId: person })
  await expect.poll(sessionNow).toBe('verifying')
}

export const keysKept = async (person: number): Promise<string[]> =>
  ((await readEntries('kept', person, isKept)) ?? []).map(({ key }) => key)

/** Until the returned function is called, or the test is over. */
export function loseConnection(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const comeBack = () => {
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(() => onLine.mockRestore())
  return comeBack
}

/** As in a browser that lets no page keep anything. */
export async function forbidStore(): Promise<() => void> {
  // Whatever is open is let go, so that it has to be opened anew.
  for (const name of ['saathi', 'saathi.outbox']) {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).addEventListener('success', resolve)
    })
  }
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not here.', 'SecurityError')
  })
  onTestFinished(() => opening.mockRestore())
  return () => opening.mockRestore()
}
