import type { Query } from '@tanstack/react-query'
import { ApiError } from '../api-error.ts'
import { queryClient } from '../query-client.ts'
import { personNow } from '../token.ts'
import { fetchOrKept } from './fetch-or-kept.ts'
import { isAnyEntry, type Kept, keptShape, mayKeep, surplusOf } from './rules.ts'
import { putEntries, readEntries, removeEntries } from './store.ts'

/** A page that is opened reads several things at once; they are written together. */
const togetherMs = 1_000
/** So many new entries may come before it is looked again whether there are too many. */
const tidyAfter = 50

const changed = new Map<string, Query>()
let changedBy: number | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let sinceTidied: Set<string> | null = null

function note(query: Query): void {
  const person = personNow()
  if (person === null || query.state.data === undefined || !mayKeep(query.queryKey)) return
  if (person !== changedBy) {
    changed.clear()
    sinceTidied = null
  }
  changedBy = person
  changed.set(query.queryHash, query)
  timer ??= setTimeout(() => void writeKept(), togetherMs)
}

/** Now, and not in a moment: the page may be going away. */
export async function writeKept(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const cache = queryClient.getQueryCache()
  // A sign-out has taken them out of the cache, and must not find them here again.
  const queries = [...changed.values()].filter((query) => cache.get(query.queryHash) === query)
  changed.clear()
  const person = changedBy
  // Whoever read it has left meanwhile.
  if (person === null || personNow() !== person || queries.length === 0) return
  const entries = queries.map(({ queryHash, state }): Kept => ({
    person,
    key: queryHash,
    shape: keptShape,
    at: state.dataUpdatedAt,
    data: state.data,
  }))
  if (await putEntries('kept', person, entries)) await tidyAfterWriting(person, entries)
}

async function tidyAfterWriting(person: number, entries: readonly Kept[]): Promise<void> {
  for (const { key } of entries) sinceTidied?.add(key)
  if (sinceTidied && sinceTidied.size <= tidyAfter) return
  sinceTidied = new Set()
  const all = await readEntries('kept', person, isAnyEntry)
  const surplus = surplusOf(all ?? [], Date.now())
  if (surplus.length > 0) await removeEntries('kept', person, surplus)
}

/** What the server has refused is not shown again where it cannot be asked. */
function forgetRefused({ queryHash, queryKey }: Query, error: unknown): void {
  const person = personNow()
  if (person === null || !mayKeep(queryKey) || !(error instanceof ApiError) || ![403, 404, 410].includes(error.status)) return
  changed.delete(queryHash)
  void removeEntries('kept', person, [queryHash])
}

/** From here on what a person reads is kept on this device for them, and comes back where the server cannot be reached. */
export function keepQueries(): void {
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, persister: fetchOrKept } })
  const cache = queryClient.getQueryCache()
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success') note(event.query)
    if (event.action.type === 'error') forgetRefused(event.query, event.action.error)
  })
  // On the way in the profile was read before this script was there.
  for (const query of cache.getAll()) note(query)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void writeKept()
  })
}
