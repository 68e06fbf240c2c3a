import { DangerKind, type Helpline, type HelpMessage } from '@saathi/contract/help/entities'
import { createHmac } from 'node:crypto'
import { isKnownAdult } from '#accounts/public.ts'
import type { Actor, Ctx, Db } from '#core/ctx.ts'
import type { Env } from '#core/env.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithinLimits } from '#core/limits/require-within-limits.ts'
import { findText } from '#core/texts.ts'
import { requireHelpOn } from './access.ts'
import { markConcern, publishCaseChanged } from './concern.ts'
import { detectDanger } from './danger/detect-danger.ts'
import {
  countUnread,
  findHelplines,
  findLatestMessageId,
  findOwnCase,
  lockOwnCase,
  openOwnCase,
  updateReadUpTo,
  findMessages,
  findMessageSent,
  insertMessage,
  type MessageRow,
  type NewMessage,
  updateCaseLastMessage,
} from './store.ts'

export async function getHelpCentre(ctx: Ctx, env: Env) {
  await requireHelpOn(ctx)
  const { personId, role } = ctx.actor
  // A third-party service never learns about a person who may be a minor.
  const scriptUrl = env.helpCenter.scriptUrl && (await isKnownAdult(ctx.db, personId)) ? env.helpCenter.scriptUrl : null
  const own = await findOwnCase(ctx.db, personId)
  return {
    kind: scriptUrl === null ? ('built_in' as const) : ('external' as const),
    scriptUrl,
    identity: { userId: personId, hash: identityHash(env, personId), role },
    unread: own ? await countUnread(ctx.db, own) : 0,
  }
}

export async function listHelpMessages(ctx: Ctx, before: number | undefined) {
  await requireHelpOn(ctx)
  const own = await findOwnCase(ctx.db, ctx.actor.personId)
  if (!own) return { messages: [], hasEarlier: false, helplines: [] }
  // Shown until the team closes the conversation, also after a reload.
  const helplines = await listHelplines(ctx, own.concern)
  return { ...(await readConversation(ctx, own.id, before)), helplines }
}

/** The help centre is checked first, so that a refusal uses up no rate limit. */
export async function requireMessageWithin(db: Db, limits: Limits, { actor, now }: { actor: Actor; now: () => Date }) {
  await requireHelpOn({ db, actor })
  await requireWithinLimits(db, now(), [{ limits: limits.helpMessagePerPerson, key: String(actor.personId) }])
}

/** Call after requireMessageWithin, which checks that the help centre is on. */
export async function sendHelpMessage(ctx: Ctx, { clientId, body }: { clientId: string; body: string }) {
  const senderId = ctx.actor.personId
  const caseId = await openOwnCase(ctx.db, senderId, ctx.now())
  const { message, isNew } = await addMessage(ctx, { caseId, senderId, clientId, isFromStaff: false, body })
  const danger = detectDanger(body)
  if (isNew) {
    if (danger) await markConcern(ctx, { caseId, personId: senderId, danger, words: body })
    notifyOwnTabs(ctx)
    await publishCaseChanged(ctx, caseId, senderId)
  }
  return { ...message, helplines: await listHelplines(ctx, danger?.kind ?? null) }
}

/** The numbers to call; none if nothing sounds like danger. */
async function listHelplines({ db, actor }: Pick<Ctx, 'db' | 'actor'>, concern: string | null): Promise<Helpline[]> {
  return concern === null ? [] : findHelplines(db, DangerKind.parse(concern), actor.language)
}

export async function readHelpMessages(ctx: Ctx, upTo: number): Promise<{ unread: number }> {
  await requireHelpOn(ctx)
  const own = await lockOwnCase(ctx.db, ctx.actor.personId)
  if (!own) return { unread: 0 }
  // An id beyond the last message would mark future messages as read.
  const latest = await findLatestMessageId(ctx.db, own.id, upTo)
  const readUpTo = Math.max(latest, own.readUpTo)
  if (readUpTo > own.readUpTo) {
    await updateReadUpTo(ctx.db, own.id, readUpTo)
    notifyOwnTabs(ctx)
  }
  return { unread: await countUnread(ctx.db, { id: own.id, readUpTo }) }
}

const notifyOwnTabs = (ctx: Ctx) => ctx.push({ to: [ctx.actor.personId], event: { type: 'help.changed' } })

/** The widget service's secret if there is one; otherwise a key derived for this purpose only. */
function keyOf({ secret, helpCenter }: Pick<Env, 'secret' | 'helpCenter'>): string | Buffer {
  return helpCenter.secret ?? createHmac('sha256', secret).update('saathi key for the help centre').digest()
}

/** Proves the identity to the widget: without the key nobody can compute it for another id. */
export function identityHash(env: Pick<Env, 'secret' | 'helpCenter'>, personId: number): string {
  return createHmac('sha256', keyOf(env)).update(String(personId)).digest('hex')
}

/** Number of messages in one reply. */
const PAGE_SIZE = 50

export async function readConversation({ db, actor }: Pick<Ctx, 'db' | 'actor'>, caseId: number, before: number | undefined) {
  // Fetch one more than is shown, to know whether there are more.
  const rows = await findMessages(db, caseId, before, PAGE_SIZE + 1)
  const shown = rows.slice(0, PAGE_SIZE).toReversed()
  return { messages: shown.map((row) => showMessage(row, actor.language)), hasEarlier: rows.length > PAGE_SIZE }
}

/** The caller has locked the conversation, so that a message sent twice finds the first. */
export async function addMessage(ctx: Ctx, message: NewMessage): Promise<{ message: HelpMessage; isNew: boolean }> {
  const now = ctx.now()
  const id = await insertMessage(ctx.db, message, now)
  if (id !== null) await updateCaseLastMessage(ctx.db, message.caseId, !message.isFromStaff, now)
  const sent = await findMessageSent(ctx.db, message)
  return { message: showMessage(sent, ctx.actor.language), isNew: id !== null }
}

/** Staff are shown by first name only; people who have left have none. */
function showMessage({ senderFirstName, ...row }: MessageRow, language: string): HelpMessage {
  const nameOfStaff = () => senderFirstName ?? findText(language)('accounts.formerMember')
  return { ...row, senderName: row.isFromStaff ? nameOfStaff() : null, sentAt: row.sentAt.toISOString() }
}
