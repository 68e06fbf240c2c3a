import type { Build } from './build.ts'
import { FILES, isPageCache, pageCacheOf } from './cache-names.ts'
import type { WorkerScope } from './scope.ts'

/** Not a real URL. Stored in the cache because the worker is stopped between requests. */
const OLD_PAGES = '/saathi-pages-of-before'

const openPages = async ({ clients }: WorkerScope): Promise<string[]> =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/** Called when a build takes over: pages open then still request files of their own build. */
export async function recordOldPages(scope: WorkerScope, { version }: Build): Promise<void> {
  const cache = await scope.caches.open(pageCacheOf(version))
  await cache.put(OLD_PAGES, new Response(JSON.stringify(await openPages(scope))))
}

/** Deletes the files of earlier builds, once, after their last page is closed. */
export async function cleanUp(scope: WorkerScope, build: Build): Promise<void> {
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
