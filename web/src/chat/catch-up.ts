import type { Page } from './cache.ts'
import { sendCommand } from './socket.ts'

/** The server sends missed pages by itself, up to its limit. After this pause the client requests the rest. */
const REST_AFTER_MS = 1_000

/** Nothing is missing up to `completeTo`. Newer messages may already be loaded behind a gap. */
type CatchUp = { completeTo: number; restTimer: ReturnType<typeof setTimeout> | undefined }
const catchUps = new Map<number, CatchUp>()

export const isCatchingUp = (channel: number): boolean => catchUps.has(channel)

/** Returns the id to continue from: a connection that broke while catching up has not closed the gap. */
export function startCatchingUp(channel: number, newest: number): number {
  const { completeTo = newest, restTimer } = catchUps.get(channel) ?? {}
  clearTimeout(restTimer)
  catchUps.set(channel, { completeTo, restTimer: undefined })
  return completeTo
}

export function endCatchingUp(channel: number): void {
  clearTimeout(catchUps.get(channel)?.restTimer)
  catchUps.delete(channel)
}

/** Continues from the last message of the page, not from the newest loaded one. */
export function onMissedPage({ channel_id: channel, message_id, messages, has_newer }: Page): void {
  const state = catchUps.get(channel)
  // A page requested for another reason, such as a new link, is from after the gap and does not close it.
  if (!state || message_id === null || message_id > state.completeTo) return
  clearTimeout(state.restTimer)
  if (!has_newer) return endCatchingUp(channel)
  const last = Math.max(state.completeTo, ...messages.map(({ msg_id }) => msg_id))
  const fetchRest = () => void sendCommand({ command: 'get_room_chat_messages', channel, message_id: last, direction: 'newer' })
  catchUps.set(channel, { completeTo: last, restTimer: setTimeout(fetchRest, REST_AFTER_MS) })
}
