import type { Page } from './cache.ts'
import { say } from './line.ts'

/** The server brings what was missed in pages by itself, as far as the line takes them; after such a pause the rest is asked for. */
const REST_AFTER_MS = 1_000

/** Up to `completeTo` nothing is missing. What was said meanwhile may stand beyond it already, behind a gap. */
type Catching = { completeTo: number; rest: ReturnType<typeof setTimeout> | undefined }
const catching = new Map<number, Catching>()

export const isCatchingUp = (channel: number): boolean => catching.has(channel)

/** Answers from where to begin: a line that broke while it was catching up has not closed the gap. */
export function beginCatchingUp(channel: number, newest: number): number {
  const { completeTo = newest, rest } = catching.get(channel) ?? {}
  clearTimeout(rest)
  catching.set(channel, { completeTo, rest: undefined })
  return completeTo
}

export function endCatchingUp(channel: number): void {
  clearTimeout(catching.get(channel)?.rest)
  catching.delete(channel)
}

/** From the last one that a page brought, and not from the newest that is held. */
export function hearMissed({ channel_id: channel, message_id, messages, has_newer }: Page): void {
  const known = catching.get(channel)
  // One that was asked for elsewhere, as for a new link, lies beyond the gap and does not close it.
  if (!known || message_id === null || message_id > known.completeTo) return
  clearTimeout(known.rest)
  if (!has_newer) return endCatchingUp(channel)
  const last = Math.max(known.completeTo, ...messages.map(({ msg_id }) => msg_id))
  const ask = () => void say({ command: 'get_room_chat_messages', channel, message_id: last, direction: 'newer' })
  catching.set(channel, { completeTo: last, rest: setTimeout(ask, REST_AFTER_MS) })
}
