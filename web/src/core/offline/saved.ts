import { queryOptions } from '@tanstack/react-query'
import { personNow } from '../token.ts'
import { writeChangedQueries } from './persist-queries.ts'
import { isAnyEntry } from './rules.ts'
import { readEntries, removeEntries } from './store.ts'

/** Same name as in the service worker. */
const picturesCache = 'saathi-pictures'

/** Null if this browser has no storage. */
async function bytesOfPages(person: number): Promise<number | null> {
  const entries = await readEntries('kept', person, isAnyEntry)
  return entries && entries.reduce((bytes, entry) => bytes + new Blob([JSON.stringify(entry)]).size, 0)
}

async function bytesOfPictures(): Promise<number> {
  if (!('caches' in window) || !(await caches.has(picturesCache))) return 0
  const cache = await caches.open(picturesCache)
  const pictures = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  return pictures.reduce((bytes, picture) => bytes + Number(picture?.headers.get('content-length') ?? 0), 0)
}

/** Bytes stored on this device for the signed-in person. */
async function measureSaved(): Promise<{ bytes: number } | null> {
  await writeChangedQueries()
  const pages = await bytesOfPages(personNow() ?? 0)
  return pages === null ? null : { bytes: pages + (await bytesOfPictures().catch(() => 0)) }
}

export const savedQuery = queryOptions({ queryKey: ['offline', 'saved'], queryFn: measureSaved, staleTime: 0 })

/** Does not touch the outbox. */
export async function removeSaved(): Promise<void> {
  await writeChangedQueries()
  const isRemoved = await removeEntries('kept', personNow() ?? 0)
  if (!isRemoved) throw new Error('Could not remove the saved pages.')
  if ('caches' in window) await caches.delete(picturesCache)
}
