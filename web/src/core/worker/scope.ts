/** Waits for what was begun before the browser puts the worker to sleep. */
type Lasting = { waitUntil: (work: Promise<unknown>) => void }
type Fetched = Lasting & { request: Request; respondWith: (response: Promise<Response>) => void }
type Told = Lasting & { data: unknown; ports: readonly { postMessage: (message: unknown) => void }[] }

/** As much of a service worker's own scope as its rules need; the language's own types know pages only. */
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
    (type: 'install' | 'activate', listener: (event: Lasting) => void): void
    (type: 'fetch', listener: (event: Fetched) => void): void
    (type: 'message', listener: (event: Told) => void): void
  }
}
