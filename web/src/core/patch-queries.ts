import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes what is held under these keys, where something is. A change of our own makes the rest no newer: its age stays, and
 * what could not be read is still to be read when the server is back.
 */
export function patchQueries<T>(client: QueryClient, queryKey: QueryKey, change: (held: T) => T): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const held = client.getQueryData<T>(query.queryKey)
    if (held === undefined) continue
    const changed = change(held)
    if (changed === held) continue
    const { dataUpdatedAt: updatedAt, error, status, isInvalidated } = query.state
    query.setData(changed, { updatedAt, manual: true })
    query.setState({ error, status, isInvalidated })
  }
}
