import type { OwnHeldMessage } from '@saathi/contract/chat/filter'
import type { ChatMessage } from '@saathi/contract/chat/socket'
import { plainDay } from '#core/i18n/india-time.ts'
import type { LoadedMessages, ShownMessage } from '../cache.ts'
import type { PendingMessage } from '../write/sending.ts'

export type Row =
  | { kind: 'begin'; key: string }
  | { kind: 'loading'; key: string }
  | { kind: 'day'; key: string; time: string }
  | { kind: 'new'; key: string }
  | { kind: 'message'; key: string; message: ShownMessage; isFirstOfMany: boolean }
  | { kind: 'held'; key: string; held: OwnHeldMessage }
  | { kind: 'waiting'; key: string; pending: PendingMessage }
  | { kind: 'answering'; key: string }
  | { kind: 'typing'; key: string; people: readonly number[] }

type RowsInput = {
  loaded: LoadedMessages
  pending: readonly PendingMessage[]
  /** The reader's own messages that the team has not delivered, oldest first. */
  held: readonly OwnHeldMessage[]
  /** The last message the reader had seen when the window was opened. */
  seenUpTo: number
  me: number
  isAnswering: boolean
  /** Others who are typing. */
  typing?: readonly number[]
}

const days = new WeakMap<ChatMessage, string>()
/** Cached, because all messages are visited on every update. */
function dayOf(message: ChatMessage): string {
  const cached = days.get(message)
  if (cached !== undefined) return cached
  const day = plainDay(message.created_on)
  days.set(message, day)
  return day
}

/**
 * The rows of the log from top to bottom. A message keeps the key it had while unsent, and so its element. While older messages
 * are not loaded, the first row is a message without a day heading: a heading that moves up when they load would move the reader.
 */
export function rowsOf({ loaded, pending, held, seenUpTo, me, isAnswering, typing = [] }: RowsInput): Row[] {
  const rows: Row[] = loaded.hasOlder ? [] : [{ kind: 'begin', key: 'begin' }]
  const [first] = loaded.messages
  let day = loaded.hasOlder && first ? dayOf(first) : ''
  let before: ChatMessage | undefined
  let hasNewLine = seenUpTo === 0
  const apart = held.filter(({ heldAt }) => !loaded.hasOlder || (first && Date.parse(heldAt) >= Date.parse(first.created_on)))
  const pushHeld = (before: number) => {
    for (let each = apart[0]; each && Date.parse(each.heldAt) < before; each = apart[0]) {
      rows.push({ kind: 'held', key: each.tempId, held: each })
      apart.shift()
    }
  }
  for (const message of loaded.messages) {
    if (apart.length > 0) pushHeld(Date.parse(message.created_on))
    const today = dayOf(message)
    if (today !== day) rows.push({ kind: 'day', key: `day ${today}`, time: message.created_on })
    // A call is not something to read; its card says whether it was missed.
    if (!hasNewLine && message.msg_id > seenUpTo && message.user_id !== me && !message.room) {
      if (rows.length > 0) rows.push({ kind: 'new', key: 'new' })
      hasNewLine = true
    }
    const isFirstOfMany = today !== day || before?.user_id !== message.user_id
    rows.push({ kind: 'message', key: message.temp_id ?? `m${message.msg_id}`, message, isFirstOfMany })
    day = today
    before = message
  }
  if (!loaded.hasNewer) pushHeld(Infinity)
  if (loaded.hasNewer) rows.push({ kind: 'loading', key: 'newer' })
  const arrived = new Set<string | null>([...loaded.messages.map(({ temp_id }) => temp_id), ...held.map(({ tempId }) => tempId)])
  for (const each of pending) {
    if (!arrived.has(each.tempId)) rows.push({ kind: 'waiting', key: each.tempId, pending: each })
  }
  if (isAnswering) rows.push({ kind: 'answering', key: 'answering' })
  if (typing.length > 0 && !loaded.hasNewer) rows.push({ kind: 'typing', key: 'typing', people: typing })
  return rows
}
