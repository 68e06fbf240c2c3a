import type { Build } from './build.ts'
import { FILES, pageCacheOf } from './cache-names.ts'
import type { WorkerScope } from './scope.ts'

/** One page for all addresses. */
export const PAGE = '/'
/** So many at a time that calls of an open page still find a free line. */
const AT_ONCE = 3

/** All of it or nothing: a worker that cannot show the page offline does not begin, and is tried again at the next visit. */
export async function keepShell(scope: WorkerScope, { version, shell }: Build): Promise<void> {
  const files = await scope.caches.open(FILES)
  const isSaving = isSavingData(scope)
  const left = [...shell]
  const keepNext = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      if (await files.match(path, { ignoreVary: true })) continue
      const response = await (isSaving ? takeFromBrowser(scope, path) : fetchWhole(scope, path))
      if (response) await files.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext))
  const page = await fetchWhole(scope, PAGE, { cache: 'no-cache' })
  // A server that is being renewed may still answer with the page of before, whose files are others.
  if (!(await page.clone().text()).includes(version)) throw new Error('The page is of another build.')
  await (await scope.caches.open(pageCacheOf(version))).put(PAGE, page)
}

/** What was chosen on this device comes with the worker's address, since it cannot read what pages store; else the browser says. */
function isSavingData({ location, navigator }: WorkerScope): boolean {
  const chosen = new URLSearchParams(location.search).get('light')
  return chosen === null ? navigator.connection?.saveData === true : chosen === 'on'
}

async function fetchWhole(scope: WorkerScope, path: string, init?: RequestInit): Promise<Response> {
  const response = await scope.fetch(path, init)
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`)
  return response
}

/** Whoever counts their data pays for nothing ahead: only what the open page has brought already is kept. */
async function takeFromBrowser(scope: WorkerScope, path: string): Promise<Response | null> {
  try {
    const response = await scope.fetch(path, { cache: 'only-if-cached', mode: 'same-origin' })
    return response.status === 200 ? response : null
  } catch {
    return null
  }
}
