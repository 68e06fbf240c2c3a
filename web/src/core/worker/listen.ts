import type { Build } from './build.ts'
import { FILES, isPageCache, pageCacheOf, PICTURES, type WorkerScope } from './scope.ts'
import { TAKE_OVER_MESSAGE, VERSION_MESSAGE } from './messages.ts'

export function listenForRequests(scope: WorkerScope, build: Build): void {
  scope.addEventListener('install', (event) => event.waitUntil(cacheShell(scope, build)))

  scope.addEventListener('activate', (event) => event.waitUntil(takeOver(scope, build)))

  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const waitUntil = (work: Promise<unknown>) => event.waitUntil(work)
    switch (treatmentOf(request, scope.location.origin)) {
      case 'page':
        event.respondWith(answerPage(scope, build.version, request))
        return waitUntil(cleanUp(scope, build).catch(() => null))
      case 'file':
        return event.respondWith(answerFile(scope, request, waitUntil))
      case 'picture':
        return event.respondWith(answerPicture(scope, request, waitUntil))
      case 'leave':
    }
  })

  scope.addEventListener('message', (event) => {
    const { data, ports } = event
    const type: unknown = typeof data === 'object' && data !== null && 'type' in data ? data.type : null
    if (type === VERSION_MESSAGE) ports[0]?.postMessage(build.version)
    if (type === TAKE_OVER_MESSAGE) event.waitUntil(scope.skipWaiting())
  })
}

/** Claims pages opened before the worker, so that their requests are cached too. */
async function takeOver(scope: WorkerScope, build: Build): Promise<void> {
  await recordOldPages(scope, build).catch(() => null)
  await cleanUp(scope, build).catch(() => null)
  await scope.clients.claim()
}

/** Not a real URL. Stored in the cache because the worker is stopped between requests. */
const OLD_PAGES = '/saathi-pages-of-before'

const openPages = async ({ clients }: WorkerScope): Promise<string[]> =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/** Called when a build takes over: pages open then still request files of their own build. */
async function recordOldPages(scope: WorkerScope, { version }: Build): Promise<void> {
  const cache = await scope.caches.open(pageCacheOf(version))
  await cache.put(OLD_PAGES, new Response(JSON.stringify(await openPages(scope))))
}

/** Deletes the files of earlier builds, once, after their last page is closed. */
async function cleanUp(scope: WorkerScope, build: Build): Promise<void> {
  // Files of the next worker would look unused.
  if (scope.registration.installing || scope.registration.waiting) return
  const own = pageCacheOf(build.version)
  const cache = await scope.caches.open(own)
  const recorded = await cache.match(OLD_PAGES)
  if (!recorded) return
  const old: unknown = await recorded.json()
  const open = await openPages(scope)
  if (Array.isArray(old) && open.some((id) => old.includes(id))) return
  const names = await scope.caches.keys()
  await Promise.all(names.filter((name) => isPageCache(name) && name !== own).map((name) => scope.caches.delete(name)))
  await deleteUnusedFiles(scope, new Set([...build.shell, ...build.others]))
  await cache.delete(OLD_PAGES)
}

async function deleteUnusedFiles(scope: WorkerScope, used: ReadonlySet<string>): Promise<void> {
  const files = await scope.caches.open(FILES)
  const requests = await files.keys()
  await Promise.all(requests.filter(({ url }) => !used.has(new URL(url).pathname)).map((request) => files.delete(request)))
}

/** On a slow connection the cached page is better than waiting longer. */
const TIMEOUT_MS = 3_000
const MAX_PICTURES = 150

/** The page from the server if it answers in time, else the cached one. */
async function answerPage(scope: WorkerScope, version: string, request: Request): Promise<Response> {
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
async function answerFile(scope: WorkerScope, request: Request, waitUntil: WaitUntil): Promise<Response> {
  return cachedOrFetched(scope, FILES, request, waitUntil)
}

async function answerPicture(scope: WorkerScope, request: Request, waitUntil: WaitUntil): Promise<Response> {
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

/** `leave`: the worker does not handle the request. */
type Treatment = 'page' | 'file' | 'picture' | 'leave'

type RequestLike = { method: string; url: string; mode: string; headers: { has: (name: string) => boolean } }

/** Same rule as on the server: only paths that are pages there may be answered with the page. */
const isPage = (path: string): boolean => !/^\/(api|ws|assets|media|dev)(\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path)

/**
 * Caches only shared content: the page, built files, and programme pictures by hash. API calls, sockets, personal files and link
 * previews are left alone.
 */
export function treatmentOf({ method, url, mode, headers }: RequestLike, origin: string): Treatment {
  const target = new URL(url)
  if (method !== 'GET' || target.origin !== origin) return 'leave'
  if (mode === 'navigate') return isPage(target.pathname) ? 'page' : 'leave'
  // A range is not the whole file, and an authorized request is personal.
  if (headers.has('range') || headers.has('authorization')) return 'leave'
  if (/^\/assets\/[^/]+$/.test(target.pathname)) return 'file'
  return /^\/media\/[^/]+$/.test(target.pathname) ? 'picture' : 'leave'
}

/** One HTML page for all URLs. */
const PAGE = '/'
/** Few enough that calls of an open page still get a connection. */
const CONCURRENCY = 3

/** All or nothing: a worker that cannot show the page offline is not installed and is tried again on the next visit. */
async function cacheShell(scope: WorkerScope, { version, shell }: Build): Promise<void> {
  const files = await scope.caches.open(FILES)
  const isSaving = isSavingData(scope)
  const left = [...shell]
  const cacheNext = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      if (await files.match(path, { ignoreVary: true })) continue
      const response = await (isSaving ? readHttpCache(scope, path) : fetchOk(scope, path))
      if (response) await files.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, cacheNext))
  const page = await fetchOk(scope, PAGE, { cache: 'no-cache' })
  // During a deployment the server may still return the previous page, whose files are different.
  if (!(await page.clone().text()).includes(version)) throw new Error('The page belongs to another build.')
  await (await scope.caches.open(pageCacheOf(version))).put(PAGE, page)
}

/**
 * The choice on this device is in the worker's URL, because a worker cannot read localStorage; otherwise the browser's setting
 * applies.
 */
function isSavingData({ location, navigator }: WorkerScope): boolean {
  const chosen = new URLSearchParams(location.search).get('light')
  return chosen === null ? navigator.connection?.saveData === true : chosen === 'on'
}

async function fetchOk(scope: WorkerScope, path: string, init?: RequestInit): Promise<Response> {
  const response = await scope.fetch(path, init)
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`)
  return response
}

/** With less data, prefetch nothing: only cache what the open page has already loaded. */
async function readHttpCache(scope: WorkerScope, path: string): Promise<Response | null> {
  try {
    const response = await scope.fetch(path, { cache: 'only-if-cached', mode: 'same-origin' })
    return response.status === 200 ? response : null
  } catch {
    return null
  }
}
