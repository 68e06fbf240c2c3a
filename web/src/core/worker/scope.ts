/** Keeps the worker alive until the work is done. */
type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = ExtendableEvent & { request: Request; respondWith: (response: Promise<Response>) => void }
type WorkerMessage = ExtendableEvent & { data: unknown; ports: readonly { postMessage: (message: unknown) => void }[] }

/** The parts of the service worker scope used here; the default types only know pages. */
export type WorkerScope = {
  location: { origin: string; search: string }
  caches: CacheStorage
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  navigator: { connection?: { saveData?: boolean } | undefined }
  registration: { installing: unknown; waiting: unknown }
  clients: {
    matchAll: (filter: { type: 'window'; includeUncontrolled: true }) => Promise<readonly { id: string }[]>
    claim: () => Promise<void>
  }
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: WorkerMessage) => void): void
  }
}

const PAGES = 'saathi-page-'

/** Shared by all builds: file names contain a hash, so unchanged files are not fetched again. */
export const FILES = 'saathi-files'
/** Reveals which sessions a person has seen, so it is deleted on sign-out (core/storage.ts uses the same name). */
export const PICTURES = 'saathi-pictures'
export const pageCacheOf = (version: string): string => `${PAGES}${version}`
export const isPageCache = (name: string): boolean => name.startsWith(PAGES)
