import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { ApiError, isUnreachable } from '../api-error.ts'
import { connectionNow } from '../connection.ts'
import { personNow } from '../network/token.ts'
import { queryClient } from '../query-client.ts'
import { createStore, createTimer } from '../store.ts'
import { isAnyEntry, type CachedQuery, cacheVersion, isCacheable, keysToEvict, isCachedQuery } from './rules.ts'
import { putEntries, readEntries, removeEntries, readEntry } from './store.ts'

/** A page fetches several queries at once; write them together. */
const batchMs = 1_000
/** Check for surplus entries after this many new ones. */
const evictAfter = 50

const changed = new Map<string, Query>()
const changedBy = createStore<number | null>(null)
const writeTimer = createTimer()
const writtenSinceEviction = createStore<Set<string> | null>(null)

function markChanged(query: Query): void {
  const person = personNow()
  if (person === null || query.state.data === undefined || !isCacheable(query.queryKey)) return
  if (person !== changedBy.get()) {
    changed.clear()
    writtenSinceEviction.set(null)
  }
  changedBy.set(person)
  changed.set(query.queryHash, query)
  writeTimer.start(() => void writeChangedQueries(), batchMs)
}

/** Writes immediately: the page may be closing. */
export async function writeChangedQueries(): Promise<void> {
  writeTimer.stop()
  const cache = queryClient.getQueryCache()
  // A sign-out removes queries from the cache; do not write those.
  const queries = [...changed.values()].filter((query) => cache.get(query.queryHash) === query)
  changed.clear()
  const person = changedBy.get()
  // The person who fetched them has signed out.
  if (person === null || personNow() !== person || queries.length === 0) return
  const entries = queries.map(({ queryHash, state }): CachedQuery => ({
    person,
    key: queryHash,
    shape: cacheVersion,
    at: state.dataUpdatedAt,
    data: state.data,
  }))
  if (await putEntries('kept', person, entries)) await evictSurplus(person, entries)
}

async function evictSurplus(person: number, entries: readonly CachedQuery[]): Promise<void> {
  const written = writtenSinceEviction.get()
  for (const { key } of entries) written?.add(key)
  if (written && written.size <= evictAfter) return
  writtenSinceEviction.set(new Set())
  const all = await readEntries('kept', person, isAnyEntry)
  const surplus = keysToEvict(all ?? [], Date.now())
  if (surplus.length > 0) await removeEntries('kept', person, surplus)
}

/** Do not show offline what the server has refused. */
function removeRefused({ queryHash, queryKey }: Query, error: unknown): void {
  const person = personNow()
  if (person === null || !isCacheable(queryKey) || !(error instanceof ApiError) || ![403, 404, 410].includes(error.status)) return
  changed.delete(queryHash)
  void removeEntries('kept', person, [queryHash])
}

/** From now on, stores a person's queries on this device and restores them if the server is unreachable. */
export function persistQueries(): void {
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, persister: fetchOrCached } })
  const cache = queryClient.getQueryCache()
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') markChanged(event.query)
    if (event.action.type === 'error') removeRefused(event.query, event.action.error)
  })
  // During sign-in the profile was fetched before this script loaded.
  for (const query of cache.getAll()) markChanged(query)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void writeChangedQueries()
  })
}

/** After this the cached copy is shown while the fetch continues. */
const slowMs = 3_000

export const readCached = (person: number, queryHash: string): Promise<CachedQuery | null> =>
  readEntry('kept', person, queryHash, isCachedQuery)

async function restoreCached(person: number, query: Query): Promise<void> {
  const cached = await readCached(person, query.queryHash)
  // The data may have arrived, or the person changed, in the meantime.
  if (!cached || query.state.data !== undefined || personNow() !== person) return
  // `manual`: a fetch in flight continues and replaces this when it arrives.
  query.setData(cached.data, { updatedAt: cached.at, manual: true })
}

/**
 * Fetches from the server first. If that fails or takes long, shows the cached copy with its real age. The error is kept, so that
 * the query is refetched when the server is back.
 */
async function fetchOrCached(read: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  const person = personNow()
  if (person === null || query.state.data !== undefined || !isCacheable(query.queryKey)) return read(context)
  const timer = setTimeout(() => void restoreCached(person, query), connectionNow() === 'online' ? slowMs : 0)
  try {
    return await read(context)
  } catch (error) {
    if (isUnreachable(error)) await restoreCached(person, query)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
