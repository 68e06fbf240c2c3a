import { queryClient } from '#core/query-client.ts'
import { personNow } from '#core/token.ts'
import { onFrame } from './line.ts'
import { memberOf } from './names.ts'
import { channelsQuery } from './queries.ts'

/** Somebody else calls. `name` is empty where the list of channels is not there yet; `at`: when it was said, by the server's clock. */
export type Invite = { room: string; channel: number; from: number; name: string; at: number }

/** Only what is said while one is here, and marked by the server: pages of older messages come by another frame. */
export function onInvite(hear: (invite: Invite) => void): () => void {
  return onFrame((event) => {
    if (event.command !== 'new_message' || event.room === null) return
    const { user_id: from, channel_id: channel, created_on } = event
    if (from === null || from === personNow()) return
    const known = queryClient.getQueryData(channelsQuery.queryKey)?.find(({ channelId }) => channelId === channel)
    const name = (known && memberOf(known, from)?.userFullName) ?? ''
    hear({ room: event.room.room, channel, from, name, at: Date.parse(created_on) })
  })
}
