import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * For live events. A first fetch in flight may predate the event, and invalidateQueries would accept it. Cancel it and refetch.
 * Data already on screen stays until the new data arrives.
 */
export async function cancelAndRefetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
}

/** Updates cached queries under this key. A local change does not make the data fresh: its age, error and invalidation stay. */
export function patchQueries<T>(client: QueryClient, queryKey: QueryKey, change: (data: T) => T): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const data = client.getQueryData<T>(query.queryKey)
    if (data === undefined) continue
    const changed = change(data)
    if (changed === data) continue
    const { dataUpdatedAt: updatedAt, error, status, isInvalidated } = query.state
    query.setData(changed, { updatedAt, manual: true })
    query.setState({ error, status, isInvalidated })
  }
}
