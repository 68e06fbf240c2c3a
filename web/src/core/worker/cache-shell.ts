import type { Build } from './build.ts'
import { FILES, pageCacheOf } from './cache-names.ts'
import type { WorkerScope } from './scope.ts'

/** One HTML page for all URLs. */
export const PAGE = '/'
/** Few enough that calls of an open page still get a connection. */
const CONCURRENCY = 3

/** All or nothing: a worker that cannot show the page offline is not installed and is tried again on the next visit. */
export async function cacheShell(scope: WorkerScope, { version, shell }: Build): Promise<void> {
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
