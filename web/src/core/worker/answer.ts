import { FILES, pageCacheOf, PICTURES } from './cache-names.ts'
import { PAGE } from './keep-shell.ts'
import type { WorkerScope } from './scope.ts'

/** On a bad line the page that is here serves better than one that may come. */
const PATIENCE_MS = 3_000
const MAX_PICTURES = 150

/** The newest page if the server has one in time, else the one that is kept. */
export async function answerPage(scope: WorkerScope, version: string, request: Request): Promise<Response> {
  const coming = scope.fetch(request)
  const inTime = await within(PATIENCE_MS, coming)
  // A proxy whose server is away answers in its stead.
  if (inTime && inTime.status < 500) return inTime
  const kept = await scope.caches.match(PAGE, { cacheName: pageCacheOf(version), ignoreVary: true })
  if (!kept) return coming
  console.info('Saathi runs in offline mode.')
  return kept
}

/** Null where it has failed, or has not come yet. */
function within<T>(ms: number, coming: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms)
    void coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

type Later = (work: Promise<unknown>) => void

/** What is under such an address never changes, so nobody has to be asked again. */
export async function answerFile(scope: WorkerScope, request: Request, later: Later): Promise<Response> {
  return keptOrFetched(scope, FILES, request, later)
}

export async function answerPicture(scope: WorkerScope, request: Request, later: Later): Promise<Response> {
  return keptOrFetched(scope, PICTURES, request, later, dropOldest)
}

async function keptOrFetched(
  scope: WorkerScope,
  name: string,
  request: Request,
  later: Later,
  afterwards?: (cache: Cache) => Promise<void>,
): Promise<Response> {
  const kept = await scope.caches.match(request.url, { cacheName: name, ignoreVary: true })
  if (kept) return kept
  const response = await scope.fetch(request)
  if (response.status === 200) later(keep(scope, name, request.url, response.clone(), afterwards))
  return response
}

/** A full disk is no reason to fail: what could not be kept is fetched again. */
async function keep(
  { caches }: WorkerScope,
  name: string,
  url: string,
  response: Response,
  afterwards?: (cache: Cache) => Promise<void>,
): Promise<void> {
  try {
    const cache = await caches.open(name)
    await cache.put(url, response)
    await afterwards?.(cache)
  } catch {}
}

/** A cache names what it holds in the order in which it came. */
async function dropOldest(cache: Cache): Promise<void> {
  const held = await cache.keys()
  await Promise.all(held.slice(0, Math.max(0, held.length - MAX_PICTURES)).map((request) => cache.delete(request)))
}
