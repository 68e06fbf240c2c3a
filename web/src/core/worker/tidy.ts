import type { Build } from './build.ts'
import { FILES, isPageCache, pageCacheOf } from './cache-names.ts'
import type { WorkerScope } from './scope.ts'

/** No address of the product; in the cache because it must outlive the worker, which is put to sleep between two requests. */
const NOTED = '/saathi-pages-of-before'

const openPages = async ({ clients }: WorkerScope): Promise<string[]> =>
  (await clients.matchAll({ type: 'window', includeUncontrolled: true })).map(({ id }) => id)

/** When a build takes over. The pages that are open then still ask for the files of theirs. */
export async function noteOldPages(scope: WorkerScope, { version }: Build): Promise<void> {
  const cache = await scope.caches.open(pageCacheOf(version))
  await cache.put(NOTED, new Response(JSON.stringify(await openPages(scope))))
}

/** Clears away what earlier builds have left, once, when the last of their pages is closed. */
export async function tidy(scope: WorkerScope, build: Build): Promise<void> {
  // What the next one has brought already would be taken for left over.
  if (scope.registration.installing || scope.registration.waiting) return
  const own = pageCacheOf(build.version)
  const cache = await scope.caches.open(own)
  const noted = await cache.match(NOTED)
  if (!noted) return
  const old: unknown = await noted.json()
  const open = await openPages(scope)
  if (Array.isArray(old) && open.some((id) => old.includes(id))) return
  const names = await scope.caches.keys()
  await Promise.all(names.filter((name) => isPageCache(name) && name !== own).map((name) => scope.caches.delete(name)))
  await forgetFiles(scope, new Set([...build.shell, ...build.others]))
  await cache.delete(NOTED)
}

async function forgetFiles(scope: WorkerScope, wanted: ReadonlySet<string>): Promise<void> {
  const files = await scope.caches.open(FILES)
  const kept = await files.keys()
  await Promise.all(kept.filter(({ url }) => !wanted.has(new URL(url).pathname)).map((request) => files.delete(request)))
}
