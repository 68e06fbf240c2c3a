import type { ChatMessage } from '@saathi/contract/chat/socket'
import { plainDay } from '#core/i18n/india-time.ts'
import type { Held } from './cache.ts'
import type { Waiting } from './sending.ts'

export type Row =
  | { kind: 'begin'; key: string }
  | { kind: 'loading'; key: string }
  | { kind: 'day'; key: string; time: string }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: ChatMessage; isFirstOfMany: boolean }
  | { kind: 'waiting'; key: string; waiting: Waiting }
  | { kind: 'answering'; key: string }

type Given = {
  held: Held
  waiting: readonly Waiting[]
  /** The last message one had seen when the window was opened. */
  seenUpTo: number
  me: number
  isAnswering: boolean
}

const days = new WeakMap<ChatMessage, string>()
/** Asked of the calendar once for each: there may be thousands, and they are gone through whenever one comes. */
function dayOf(message: ChatMessage): string {
  const known = days.get(message)
  if (known !== undefined) return known
  const day = plainDay(message.created_on)
  days.set(message, day)
  return day
}

/**
 * What the window shows from top to bottom. A message keeps the key it had while it was unsent, and so its place. While there
 * are older ones the first row is a message, with no line above it: where a day begins is not known yet, and a line that moved
 * up when they come would take the reader with it.
 */
export function rowsOf({ held, waiting, seenUpTo, me, isAnswering }: Given): Row[] {
  const rows: Row[] = held.hasOlder ? [] : [{ kind: 'begin', key: 'begin' }]
  const [first] = held.messages
  let day = held.hasOlder && first ? dayOf(first) : ''
  let before: ChatMessage | undefined
  let hasNewLine = seenUpTo === 0
  for (const message of held.messages) {
    const today = dayOf(message)
    if (today !== day) rows.push({ kind: 'day', key: `day ${today}`, time: message.created_on })
    if (!hasNewLine && message.msg_id > seenUpTo && message.user_id !== me) {
      if (rows.length > 0) rows.push({ kind: 'new', key: 'new' })
      hasNewLine = true
    }
    const isFirstOfMany = today !== day || before?.user_id !== message.user_id
    rows.push({ kind: 'message', key: message.temp_id ?? `m${message.msg_id}`, message, isFirstOfMany })
    day = today
    before = message
  }
  if (held.hasNewer) rows.push({ kind: 'loading', key: 'newer' })
  const arrived = new Set(held.messages.map(({ temp_id }) => temp_id))
  for (const each of waiting) {
    if (!arrived.has(each.tempId)) rows.push({ kind: 'waiting', key: each.tempId, waiting: each })
  }
  if (isAnswering) rows.push({ kind: 'answering', key: 'answering' })
  return rows
}
