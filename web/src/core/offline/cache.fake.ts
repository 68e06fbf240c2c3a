import { hashKey, type QueryKey } from '@tanstack/react-query'
import { expect, onTestFinished, vi } from 'vitest'
import { sessionNow } from '../session.ts'
import { type CachedQuery, isCachedQuery, cacheVersion } from './rules.ts'
import { putEntries, readEntries } from './store.ts'

/** Simulates an earlier visit: signed in, with these queries cached. */
export async function seedCache(
  person: number,
  things: readonly (readonly [QueryKey, unknown])[],
  at = Date.now(),
): Promise<void> {
  localStorage.setItem('saathi.signedIn', String(person))
  const entries = things.map(([key, data]): CachedQuery => ({ person, key: hashKey(key), shape: cacheVersion, at, data }))
  expect(await putEntries('kept', person, entries)).toBe(true)
}

/** Simulates a page start: the session is not verified yet. */
export async function resetSession(person: number): Promise<void> {
  localStorage.setItem('saathi.signedIn', String(person))
  new BroadcastChannel('saathi').postMessage({ type: 'signedIn', userId: person })
  await expect.poll(sessionNow).toBe('verifying')
}

export const cachedKeys = async (person: number): Promise<string[]> =>
  ((await readEntries('kept', person, isCachedQuery)) ?? []).map(({ key }) => key)

/** Takes effect until the returned function is called or the test ends. */
export function loseConnection(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const reconnect = () => {
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(() => onLine.mockRestore())
  return reconnect
}

/** Simulates a browser without IndexedDB. */
export async function blockIndexedDb(): Promise<() => void> {
  // Close open databases so that they must be opened again.
  for (const name of ['saathi', 'saathi.outbox']) {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(name).addEventListener('success', resolve)
    })
  }
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Storage is blocked.', 'SecurityError')
  })
  onTestFinished(() => opening.mockRestore())
  return () => opening.mockRestore()
}
