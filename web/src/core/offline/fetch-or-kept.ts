import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query'
import { isUnreachable } from '../api-error.ts'
import { connectionNow } from '../connection.ts'
import { personNow } from '../token.ts'
import { isKept, type Kept, mayKeep } from './rules.ts'
import { readEntry } from './store.ts'

/** As long as one waits gladly for what is new. */
const slowMs = 3_000

export const readKept = (person: number, queryHash: string): Promise<Kept | null> => readEntry('kept', person, queryHash, isKept)

async function putBack(person: number, query: Query): Promise<void> {
  const kept = await readKept(person, query.queryHash)
  // It may have come meanwhile, or another person in the place of this one.
  if (!kept || query.state.data !== undefined || personNow() !== person) return
  // By hand: a reading that is under way goes on, and takes its place when it comes.
  query.setData(kept.data, { updatedAt: kept.at, manual: true })
}

/**
 * Everything is read from the server first. What cannot be had there, or not soon, is shown as it was kept, with its true age;
 * that it could not be read stays known, so that it is read anew when the server is back.
 */
export async function fetchOrKept(read: QueryFunction, context: QueryFunctionContext, query: Query): Promise<unknown> {
  const person = personNow()
  if (person === null || query.state.data !== undefined || !mayKeep(query.queryKey)) return read(context)
  const timer = setTimeout(() => void putBack(person, query), connectionNow() === 'online' ? slowMs : 0)
  try {
    return await read(context)
  } catch (error) {
    if (isUnreachable(error)) await putBack(person, query)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
