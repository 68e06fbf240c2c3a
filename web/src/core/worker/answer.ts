import { FILES, pageCacheOf, PICTURES } from './cache-names.ts'
import { PAGE } from './cache-shell.ts'
import type { WorkerScope } from './scope.ts'

/** On a slow connection the cached page is better than waiting longer. */
const TIMEOUT_MS = 3_000
const MAX_PICTURES = 150

/** The page from the server if it answers in time, else the cached one. */
export async function answerPage(scope: WorkerScope, version: string, request: Request): Promise<Response> {
  const fetching = scope.fetch(request)
  const inTime = await withTimeout(TIMEOUT_MS, fetching)
  // A proxy answers for a server that is down.
  if (inTime && inTime.status < 500) return inTime
  const cached = await scope.caches.match(PAGE, { cacheName: pageCacheOf(version), ignoreVary: true })
  if (!cached) return fetching
  console.info('Saathi runs in offline mode.')
  return cached
}

/** Null if it failed or timed out. */
function withTimeout<T>(ms: number, fetching: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms)
    void fetching.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

type WaitUntil = (work: Promise<unknown>) => void

/** These URLs contain a hash, so their content never changes. */
export async function answerFile(scope: WorkerScope, request: Request, waitUntil: WaitUntil): Promise<Response> {
  return cachedOrFetched(scope, FILES, request, waitUntil)
}

export async function answerPicture(scope: WorkerScope, request: Request, waitUntil: WaitUntil): Promise<Response> {
  return cachedOrFetched(scope, PICTURES, request, waitUntil, dropOldest)
}

async function cachedOrFetched(
  scope: WorkerScope,
  name: string,
  request: Request,
  waitUntil: WaitUntil,
  onStored?: (cache: Cache) => Promise<void>,
): Promise<Response> {
  const cached = await scope.caches.match(request.url, { cacheName: name, ignoreVary: true })
  if (cached) return cached
  const response = await scope.fetch(request)
  if (response.status === 200) waitUntil(store(scope, name, request.url, response.clone(), onStored))
  return response
}

/** Ignore a full disk: the file is fetched again next time. */
async function store(
  { caches }: WorkerScope,
  name: string,
  url: string,
  response: Response,
  onStored?: (cache: Cache) => Promise<void>,
): Promise<void> {
  try {
    const cache = await caches.open(name)
    await cache.put(url, response)
    await onStored?.(cache)
  } catch {}
}

/** Cache.keys() is in insertion order. */
async function dropOldest(cache: Cache): Promise<void> {
  const requests = await cache.keys()
  await Promise.all(requests.slice(0, Math.max(0, requests.length - MAX_PICTURES)).map((request) => cache.delete(request)))
}
