import { changeTimeLeft } from '@saathi/contract/chat/gestures'
import { mentionedIn } from '@saathi/contract/chat/mentions'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, forbidden, notFound } from '#core/errors.ts'
import {
  type ChannelState,
  closed,
  contactWarning,
  findState,
  hiddenFrom,
  isOnFor,
  isOpenTo,
  readersOf,
  readersOfSender,
  requireChat,
  whyClosed,
} from '../access.ts'
import { StoredExtra } from '../attachments/attachments.ts'
import { findCare } from '../care.ts'
import { reviewEdit } from '../filter/review.ts'
import type { MessageRow } from '../message-store.ts'
import { wordsOf } from '../search/words.ts'
import { publishAltered, publishFrame } from '../server-events.ts'
import { findMessage } from '../staff/store.ts'
import * as store from './store.ts'

type Found = { row: MessageRow; state: ChannelState }
const done = {}
const messageNotFound = () => notFound('chat.message_not_found')

/**
 * A message that the caller can see, in a channel in which they can write now. Messages of other conversations and of people who
 * are hidden from the caller look as if they did not exist.
 */
async function lockVisible(ctx: Ctx, id: number): Promise<Found> {
  const { db, actor } = ctx
  const flags = await requireChat(ctx)
  const row = await store.lockMessage(db, id)
  const state = row && (await findState(db, row.channelId))
  if (!row || !state || !isOnFor(flags, state.kind) || !isOpenTo(state, actor.personId)) throw messageNotFound()
  if (hiddenFrom(state, actor.personId).has(row.senderId ?? 0)) throw messageNotFound()
  if (whyClosed(state, actor.personId, ctx.now())) throw closed()
  // Questions to the assistant are answered already, and calls have no text.
  if (state.kind === 'assistant' || row.room) throw conflict('chat.cannot_change')
  return { row, state }
}

function requireOwnRecent({ row }: Found, { actor, now }: Ctx): void {
  if (row.senderId !== actor.personId) throw forbidden('chat.not_yours')
  if (row.isBroadcast) throw conflict('chat.cannot_change')
  if (changeTimeLeft(row.createdAt, now()) === 0) throw conflict('chat.too_late')
}

async function publish(ctx: Ctx, { state, row: { id } }: Found): Promise<void> {
  const row = await findMessage(ctx.db, id)
  if (!row) return
  const { kind, apart } = state
  publishAltered(ctx, { row, kind, apart, readers: readersOf(state), previousId: id })
}

const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim()
const addressesIn = (text: string): string => (text.match(/https?:\/\/\S+/gu) ?? []).join(' ')

/** Drops the link preview if the new text no longer contains the link. */
function extraAfter({ extra, text: before }: MessageRow, text: string): object | null {
  const stored = StoredExtra.safeParse(extra).data
  if (!stored?.preview || addressesIn(before) === addressesIn(text)) return stored ?? null
  const { gif, voice } = stored
  return gif || voice ? { ...(gif && { gif }), ...(voice && { voice }) } : null
}

export async function editMessage(
  ctx: Ctx,
  id: number,
  { message, isConfirmed }: { message: string; isConfirmed: boolean },
): Promise<Record<string, never>> {
  const found = await lockVisible(ctx, id)
  const { row, state } = found
  requireOwnRecent(found, ctx)
  if (row.redactedAt) throw conflict('chat.message_gone')
  const text = toStorable(message)
  const extra = extraAfter(row, text)
  if (text === '' && row.file === null && extra === null) throw badInput('chat.empty')
  if (text === row.text) return done
  const kinds = await reviewEdit(ctx.db, state, { id, senderId: ctx.actor.personId, text, isConfirmed })
  if (kinds.length > 0) throw state.filterMode === 'warn' ? contactWarning() : conflict('chat.edit_shares_contact')
  const mentionable = readersOfSender(state, row.senderId)
  const mentions = mentionedIn(text).filter((personId) => personId !== row.senderId && mentionable.includes(personId))
  await store.updateText(
    ctx.db,
    row,
    { text, extra, mentions, words: wordsOf(row.channelId, `${text} ${row.file?.name ?? ''}`) },
    ctx.now(),
  )
  await publish(ctx, found)
  const care = await findCare(ctx, state, { ...row, text }, ctx.actor)
  if (care) publishFrame(ctx, [ctx.actor.personId], care)
  return done
}

export async function deleteMessage(ctx: Ctx, id: number): Promise<Record<string, never>> {
  const found = await lockVisible(ctx, id)
  const { row } = found
  if (row.senderId === ctx.actor.personId && row.deletedAt) return done
  requireOwnRecent(found, ctx)
  if (row.redactedAt) throw conflict('chat.message_gone')
  // "Files sent cannot be deleted": the composer says so before a file is sent.
  if (row.file) throw conflict('chat.file_stays')
  await store.markDeleted(ctx.db, row, ctx.now())
  await publish(ctx, found)
  return done
}

/** The contract limits the length, so this check is cheap. */
const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text)

export async function reactToMessage(ctx: Ctx, id: number, emoji: string | null): Promise<Record<string, never>> {
  if (emoji !== null && !isEmoji(emoji)) throw badInput('chat.not_an_emoji')
  const found = await lockVisible(ctx, id)
  const { row } = found
  if (row.redactedAt) throw conflict('chat.message_gone')
  const { personId } = ctx.actor
  const mine = row.reactions.find((each) => each.personId === personId)?.emoji ?? null
  if (mine === emoji) return done
  await store.saveReaction(ctx.db, { messageId: id, personId, emoji }, ctx.now())
  await publish(ctx, found)
  return done
}
