import { deleteMessage, editMessage, reactToMessage } from '@saathi/contract/chat/gesture-calls'
import { plainOf } from '@saathi/contract/chat/mentions'
import { TEXT_MAX, type ChatMessage } from '@saathi/contract/chat/socket'
import { cutGraphemes } from '@saathi/contract/core/cut'
import type { TextKey } from '@saathi/contract/texts'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '#core/api-error.ts'
import { personNow } from '#core/network/token.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { useEntries } from '#core/outbox/list.ts'
import { post } from '#core/outbox/outbox.ts'
import { queryClient } from '#core/query-client.ts'
import { serverNow } from '#core/server-time.ts'
import { addressOf } from '../chat-address.ts'
import { type ShownMessage, withChanged } from '../cache.ts'
import { changeMessage, messagesQuery } from '../queries.ts'

// Edits, deletions and reactions: shown at once, stored on the device, and sent until the server has them.

const Target = { channel: z.int(), id: z.int() }
const Edit = z.object({ ...Target, message: z.string().check(z.maxLength(TEXT_MAX)), isConfirmed: z.boolean() })
const Deletion = z.object(Target)
const ReactionInput = z.object({ ...Target, emoji: z.nullable(z.string()) })

const reasons: Readonly<Record<string, TextKey>> = {
  'chat.closed': 'chat.notSent.closed',
  'chat.off': 'chat.notSent.closed',
  'chat.message_not_found': 'chat.act.gone',
  'chat.message_gone': 'chat.act.gone',
  'chat.too_late': 'chat.act.late',
  'chat.file_stays': 'chat.file.cannotDelete',
  'chat.contact_warning': 'chat.contact.warn',
  'chat.edit_shares_contact': 'chat.act.contact',
}
/** Why the server refused it. */
export const reasonOf = (error: unknown): TextKey =>
  (error instanceof ApiError ? reasons[error.code] : undefined) ?? 'chat.act.failed'

/** One queue per channel, shared with messages, so that everything is sent in order. */
const lineOf = ({ channel }: { channel: number }) => `chat.${channel}`

const editKind = defineKind({
  name: 'chat.edit',
  input: Edit,
  isParallel: true,
  lineOf,
  aboutOf: ({ id }) => `edit ${id}`,
  send: ({ id, message, isConfirmed }) => changeMessage(editMessage, { params: { id }, body: { message, isConfirmed } }),
  reasonOf: (code) => reasons[code],
})
const deleteKind = defineKind({
  name: 'chat.delete',
  input: Deletion,
  isParallel: true,
  lineOf,
  aboutOf: ({ id }) => `delete ${id}`,
  send: ({ id }) => changeMessage(deleteMessage, { params: { id } }),
  reasonOf: (code) => reasons[code],
})
const reactionKind = defineKind({
  name: 'chat.reaction',
  input: ReactionInput,
  isParallel: true,
  lineOf,
  aboutOf: ({ id }) => `reaction ${id}`,
  send: ({ id, emoji }) => changeMessage(reactToMessage, { params: { id }, body: { emoji } }),
  reasonOf: (code) => reasons[code],
})
export const gestureKinds = [editKind, deleteKind, reactionKind]

const LABEL_MAX = 60
const infoOf = (text: 'outbox.chatEdit' | 'outbox.chatDelete', { channel_id: channel, message }: ChatMessage) => ({
  label: { text, values: { text: cutGraphemes(plainOf(message), LABEL_MAX) } },
  place: addressOf({ channel, message: null }),
})

/** Shows a change that the server has accepted until its frame arrives. */
function patch(message: ChatMessage, changes: Partial<ChatMessage>): void {
  queryClient.setQueryData(
    messagesQuery(message.channel_id).queryKey,
    (loaded) => loaded && withChanged(loaded, [{ ...message, ...changes }]),
  )
}

/** Rejects if the server refuses it at once. Without a connection it waits, and is shown as waiting. */
export async function saveEdit(message: ChatMessage, text: string, isConfirmed: boolean): Promise<void> {
  const input = { channel: message.channel_id, id: message.msg_id, message: text, isConfirmed }
  const { isSent } = await post(editKind, input, infoOf('outbox.chatEdit', { ...message, message: text }))
  if (isSent) patch(message, { message: text, edited_on: new Date(serverNow()).toISOString() })
}

export async function deleteForEveryone(message: ChatMessage): Promise<void> {
  const { isSent } = await post(
    deleteKind,
    { channel: message.channel_id, id: message.msg_id },
    infoOf('outbox.chatDelete', message),
  )
  if (isSent) patch(message, { message: '', attachments: '[]', is_deleted: true, is_tagged: false })
}

/** Choosing one's own reaction again takes it back. */
export async function react(message: ChatMessage, chosen: string): Promise<void> {
  const { channel_id: channel, msg_id: id } = message
  const emoji = ownReaction(message) === chosen ? null : chosen
  const label =
    emoji === null ? ({ text: 'outbox.chatReactionOff' } as const) : ({ text: 'outbox.chatReaction', values: { emoji } } as const)
  const { isSent } = await post(reactionKind, { channel, id, emoji }, { label, place: addressOf({ channel, message: null }) })
  if (isSent) patch(message, { reactions: withOwn(message.reactions, emoji) })
}

export const ownReaction = ({ reactions = [] }: ChatMessage): string | null =>
  reactions.find(({ user_ids }) => user_ids.includes(personNow() ?? 0))?.emoji ?? null

function withOwn(reactions: ChatMessage['reactions'] = [], emoji: string | null): NonNullable<ChatMessage['reactions']> {
  const me = personNow() ?? 0
  const others = reactions.flatMap(({ emoji: each, user_ids }) => {
    const ids = user_ids.filter((id) => id !== me)
    return ids.length > 0 || each === emoji ? [{ emoji: each, user_ids: each === emoji ? [...ids, me] : ids }] : []
  })
  return emoji === null || others.some((each) => each.emoji === emoji) ? others : [...others, { emoji, user_ids: [me] }]
}

/** The messages with unsent edits, deletions and reactions applied. */
export function useWithWaiting(messages: readonly ShownMessage[]): readonly ShownMessage[] {
  const entries = useEntries()
  return useMemo(() => {
    const waiting = new Map<number, Partial<ShownMessage>[]>()
    for (const entry of entries) {
      if (entry.refusal) continue
      const [edit, deletion, reaction] = [editKind.read(entry), deleteKind.read(entry), reactionKind.read(entry)]
      const id = (edit ?? deletion ?? reaction)?.id
      if (id === undefined) continue
      const before = messages.find(({ msg_id }) => msg_id === id)
      const changes: Partial<ShownMessage> = edit
        ? { message: edit.message, edited_on: entry.madeAt, isWaiting: true }
        : reaction
          ? { reactions: withOwn(before?.reactions, reaction.emoji) }
          : { message: '', attachments: '[]', is_deleted: true, isWaiting: true }
      waiting.set(id, [...(waiting.get(id) ?? []), changes])
    }
    if (waiting.size === 0) return messages
    return messages.map((message) => {
      const changes = waiting.get(message.msg_id)
      return changes ? changes.reduce<ShownMessage>((shown, each) => ({ ...shown, ...each }), message) : message
    })
  }, [entries, messages])
}
