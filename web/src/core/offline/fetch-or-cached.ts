import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { isUnreachable } from '../api-error.ts'
import { connectionNow } from '../connection.ts'
import { personNow } from '../network/token.ts'
import { isCachedQuery, type CachedQuery, isCacheable } from './rules.ts'
import { readEntry } from './store.ts'

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
export async function fetchOrCached(read: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
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
