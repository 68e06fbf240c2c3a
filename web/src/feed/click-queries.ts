import { reportClick } from '@saathi/contract/feed/calls'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'

const clickKey = (id: number) => ['feed', 'clicked', id]

/** Once per post and visit. Fire and forget; a lost one is sent with the next opening. */
export function sendClick(client: QueryClient, id: number): void {
  const queryKey = clickKey(id)
  if (client.getQueryData(queryKey)) return
  client.setQueryDefaults(queryKey, { gcTime: Infinity })
  client.setQueryData(queryKey, true)
  send(reportClick, { body: { id } }).catch((error: unknown) => {
    client.removeQueries({ queryKey })
    console.error('The opening of a post could not be told.', error)
  })
}
