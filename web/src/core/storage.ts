/** What stays on this browser after a sign-out: nothing of it is about a person. */
const kept = new Set([
  'saathi.theme',
  'saathi.language',
  'saathi.texts',
  'saathi.leaving',
  'saathi.dataLight',
  'saathi.pushOffer',
])

// Storage throws where cookies are blocked or the disk is full; the page must work without it.
function quietly<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

export type StorageKey = `saathi.${string}`

export const readStored = (key: StorageKey): string | null => quietly(() => localStorage.getItem(key))
export const writeStored = (key: StorageKey, value: string): void => void quietly(() => localStorage.setItem(key, value))
export const removeStored = (key: StorageKey): void => void quietly(() => localStorage.removeItem(key))

/** Everything that is kept under keys which begin so, in no order. */
export const readAllStored = (begin: StorageKey): string[] =>
  quietly(() => Object.keys(localStorage).flatMap((key) => (key.startsWith(begin) ? [localStorage.getItem(key) ?? ''] : []))) ??
  []

export const readForTab = (key: StorageKey): string | null => quietly(() => sessionStorage.getItem(key))
export const writeForTab = (key: StorageKey, value: string): void => void quietly(() => sessionStorage.setItem(key, value))
export const removeForTab = (key: StorageKey): void => void quietly(() => sessionStorage.removeItem(key))

/** Also what core/offline keeps for them, and the pictures of the sessions they have seen. What waits to be sent may stay. */
export function clearPersonalData(from: 'browser' | 'tab' = 'browser', keepsUnsent = false): void {
  if (from === 'browser') {
    dispatchEvent(new Event('saathi.forget'))
    quietly(() => indexedDB.deleteDatabase('saathi'))
    if (!keepsUnsent) quietly(() => indexedDB.deleteDatabase('saathi.outbox'))
    void quietly(() => caches.delete('saathi-pictures').catch(() => null))
  }
  for (const open of [() => sessionStorage, ...(from === 'browser' ? [() => localStorage] : [])]) {
    quietly(() => {
      const storage = open()
      for (const key of Object.keys(storage)) {
        if (key.startsWith('saathi.') && !kept.has(key)) storage.removeItem(key)
      }
    })
  }
}
