/** Keys that stay after a sign-out; none are personal. */
const keptOnSignOut = new Set([
  'saathi.theme',
  'saathi.language',
  'saathi.texts',
  'saathi.leaving',
  'saathi.dataLight',
  'saathi.pushOffer',
])

// Storage throws if cookies are blocked or the disk is full; the page must work without it.
function ignoreErrors<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

export type StorageKey = `saathi.${string}`

export const readStored = (key: StorageKey): string | null => ignoreErrors(() => localStorage.getItem(key))
export const writeStored = (key: StorageKey, value: string): void => void ignoreErrors(() => localStorage.setItem(key, value))
export const removeStored = (key: StorageKey): void => void ignoreErrors(() => localStorage.removeItem(key))

/** All values whose key starts with `prefix`, unordered. */
export const readAllStored = (prefix: StorageKey): string[] =>
  ignoreErrors(() =>
    Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [localStorage.getItem(key) ?? ''] : [])),
  ) ?? []

export const readForTab = (key: StorageKey): string | null => ignoreErrors(() => sessionStorage.getItem(key))
export const writeForTab = (key: StorageKey, value: string): void => void ignoreErrors(() => sessionStorage.setItem(key, value))
export const removeForTab = (key: StorageKey): void => void ignoreErrors(() => sessionStorage.removeItem(key))

/** Also deletes the offline cache and the pictures of sessions the person has seen. The outbox may stay. */
export function clearPersonalData(from: 'browser' | 'tab' = 'browser', keepsUnsent = false): void {
  if (from === 'browser') {
    dispatchEvent(new Event('saathi.forget'))
    ignoreErrors(() => indexedDB.deleteDatabase('saathi'))
    if (!keepsUnsent) ignoreErrors(() => indexedDB.deleteDatabase('saathi.outbox'))
    void ignoreErrors(() => caches.delete('saathi-pictures').catch(() => null))
  }
  for (const getStorage of [() => sessionStorage, ...(from === 'browser' ? [() => localStorage] : [])]) {
    ignoreErrors(() => {
      const storage = getStorage()
      for (const key of Object.keys(storage)) {
        if (key.startsWith('saathi.') && !keptOnSignOut.has(key)) storage.removeItem(key)
      }
    })
  }
}
