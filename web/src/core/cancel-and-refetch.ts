import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * For live events. A first fetch in flight may predate the event, and invalidateQueries would accept it. Cancel it and refetch.
 * Data already on screen stays until the new data arrives.
 */
export async function cancelAndRefetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
}
