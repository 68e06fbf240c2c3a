import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * For what the live line tells. A first reading that is under way may be older than what was told, and invalidating lets it
 * pass for new: it is given up, and begun again. Whatever stands on a screen already stays until the newer word is there.
 */
export async function cancelAndRefetch(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
}
