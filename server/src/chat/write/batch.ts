import { mentionedIn } from '@saathi/contract/chat/mentions'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { badInput, type Refusal } from '#core/errors.ts'
import { lockFiles } from '#core/files/store.ts'
import {
  type ChannelState,
  closed,
  contactWarning,
  fileGone,
  findStates,
  hiddenFrom,
  inactive,
  isOpenTo,
  noSuchChannel,
  replyNotFound,
  readersOf,
  readersOfSender,
  whyClosed,
} from '../access.ts'
import { enqueueAnswer } from '../assistant/job.ts'
import { limitLockWait, lockChannels, updateLastMessages } from '../channels/store.ts'
import { type Review, reviewBatch } from '../filter/review.ts'
import { insertHeld, type NewHeld } from '../filter/store.ts'
import type { CommittedMessage } from '../server-events.ts'
import { lockActive } from '../channels/member-store.ts'
import {
  findQuotable,
  findSent,
  insertMessages,
  type MessageFile,
  type MessageRow,
  type NewMessage,
  noGestures,
} from '../message-store.ts'
import { wordsOf } from '../search/words.ts'
import { storedVoice } from '../attachments/attachments.ts'
import { transcribeJob } from '../voice-notes/transcribe-job.ts'
import { isVoiceType } from '../voice-notes/voice-note.ts'
import type { SendRequest } from './send-request.ts'

type SentMessage = { row: MessageRow; isRepeat: boolean }
type RefusedSend = { refusal: Refusal }
/** The message waits for the team's review and is not delivered yet. */
type HeldSend = { isHeld: true }
export type SendResult = SentMessage | RefusedSend | HeldSend

type PlannedMessage = { request: SendRequest; state: ChannelState; message: NewMessage; readers: readonly number[] }
type Step = RefusedSend | { held: NewHeld } | { planned: number } | { earlier: MessageRow; state: ChannelState }

/** Longer than any other writer locks a channel. A channel locked for longer must not block the others. */
export const LOCK_WAIT_MS = 2_000

const sendKey = ({ channelId, senderId, tempId }: { channelId: number; senderId: number | null; tempId: string | null }) =>
  tempId === null || senderId === null ? null : `${channelId} ${senderId} ${tempId}`

/**
 * Writes all messages in one transaction. Their channels are locked, so their state stays valid until the commit, and ids and
 * times are assigned in order.
 */
export async function writeBatch(
  ctx: ListenerCtx,
  requests: readonly SendRequest[],
): Promise<{ results: SendResult[]; committed: CommittedMessage[] }> {
  const { db } = ctx
  await limitLockWait(db, LOCK_WAIT_MS)
  // Lock people before channels, as disabling an account does: the other order could deadlock.
  const active = await lockActive(db, [...new Set(requests.flatMap(({ by, senderId }) => (by === 'member' ? senderId : [])))])
  const channels = await lockChannels(db, [...new Set(requests.map(({ channelId }) => channelId))])
  const states = new Map((await findStates(db, channels)).map((state) => [state.id, state]))
  const earlier = new Map((await findEarlier(ctx, requests)).map((row) => [sendKey(row), row]))
  const files = new Map((await lockFiles(db, fileIdsOf(requests))).map((file) => [file.id, file]))
  const review = await reviewBatch(db, { requests, states, now: ctx.now() })
  const quotable = await findQuotable(db, quotedIdsOf(requests))
  const plan = messagePlanner({ now: ctx.now(), files, review, quotable })
  const plannedByKey = new Map<string, number>()
  const steps = requests.map((request): Step => {
    const key = sendKey(request)
    const state = states.get(request.channelId)
    const isDisabled = request.by === 'member' && !active.has(request.senderId)
    const refusal = whyHidden(state, request) ?? (isDisabled ? inactive() : null)
    if (refusal || !state) return { refusal: refusal ?? noSuchChannel() }
    const known = key === null ? undefined : earlier.get(key)
    if (known) return { earlier: known, state }
    const inBatch = key === null ? undefined : plannedByKey.get(key)
    if (inBatch !== undefined) return { planned: inBatch }
    const step = plan.add(state, request)
    if (key !== null && 'planned' in step) plannedByKey.set(key, step.planned)
    return step
  })
  await insertHeld(
    db,
    steps.flatMap((step) => ('held' in step ? step.held : [])),
    ctx.now(),
  )
  const committed = await insertPlanned(ctx, plan.planned)
  await enqueueAnswers(ctx, plan.planned, committed)
  for (const { row } of committed) if (storedVoice(row.extra)) await ctx.enqueue(transcribeJob, { messageId: row.id })
  return { results: toResults(steps, committed), committed: [...resentMessages(steps), ...committed] }
}

/**
 * A client that sends again got no reply, so perhaps the message was never published: the server may have stopped right after the
 * commit. Publish it once more for those who missed it.
 */
function resentMessages(steps: readonly Step[]): CommittedMessage[] {
  const committed = steps.flatMap((step): [number, CommittedMessage][] => {
    if (!('earlier' in step)) return []
    const { earlier: row, state } = step
    return [
      [row.id, { row, kind: state.kind, readers: readersOf(state), apart: state.apart, previousId: row.id - 1, isRepeat: true }],
    ]
  })
  return [...new Map(committed).values()].toSorted((a, b) => a.row.id - b.row.id)
}

const findEarlier = ({ db }: Pick<Ctx, 'db'>, requests: readonly SendRequest[]) =>
  findSent(
    db,
    requests.flatMap(({ channelId, senderId, tempId }) => (tempId === null ? [] : [{ channelId, senderId, tempId }])),
  )

const quotedIdsOf = (requests: readonly SendRequest[]): number[] => requests.flatMap(({ replyToId }) => replyToId ?? [])
const fileIdsOf = (requests: readonly SendRequest[]): string[] => requests.flatMap(({ fileId }) => fileId ?? [])

/** Hides the channel from non-members, including that the same message was sent before. */
export function whyHidden(state: ChannelState | undefined, { by, senderId }: SendRequest): Refusal | null {
  if (!state) return noSuchChannel()
  if (by !== 'member') return null
  if (!state.members.some(({ personId }) => personId === senderId)) return noSuchChannel()
  return isOpenTo(state, senderId) ? null : inactive()
}

export function whyRefused(state: ChannelState, { by, senderId, fileId, extra, text }: SendRequest, now: Date): Refusal | null {
  if (by !== 'member') return null
  if (whyClosed(state, senderId, now)) return closed()
  if (state.kind !== 'assistant') return null
  const isPlain = !fileId && !extra && mentionedIn(text).length === 0
  return isPlain ? null : badInput('chat.text_only')
}

type PlannerParts = {
  now: Date
  files: ReadonlyMap<string, MessageFile>
  review: Review
  quotable: Awaited<ReturnType<typeof findQuotable>>
}

function messagePlanner({ now, files, review, quotable }: PlannerParts) {
  const planned: PlannedMessage[] = []
  const times = new Map<number, Date>()

  /** Never earlier than the previous message, even if the clock was set back. */
  function timestampIn({ id, lastMessageAt }: ChannelState): Date {
    const known = times.get(id)
    if (known) return known
    const time = lastMessageAt > now ? lastMessageAt : now
    times.set(id, time)
    return time
  }

  function add(state: ChannelState, request: SendRequest): Step {
    const { channelId, senderId, tempId, text, by, fileId = null, extra = null, mayRetry = false, room = null } = request
    const replyToId = request.replyToId ?? null
    const refusal = whyRefused(state, request, now)
    if (refusal) return { refusal }
    const file = fileId === null ? null : (files.get(fileId) ?? null)
    if (fileId !== null && file === null) {
      return { refusal: fileGone() }
    }
    const found = replyToId === null ? null : quotable.get(replyToId)
    // Other conversations, and people who are hidden from the sender, look as if they did not exist.
    const isSeen = found?.channelId === channelId && !hiddenFrom(state, senderId).has(found.quoted.senderId ?? 0)
    if (replyToId !== null && (!isSeen || found?.isBroadcast)) return { refusal: replyNotFound() }
    const kinds = review.kindsOf(request)
    if (kinds.length > 0 && state.filterMode === 'warn') return { refusal: contactWarning() }
    // A held message needs a temporary id to be delivered exactly once; only the product sends messages without one.
    if (kinds.length > 0 && tempId !== null)
      return { held: { channelId, senderId, tempId, text, fileId, extra, replyToId, kinds } }
    review.onPlanned(request)
    const readers = readersOf(state)
    const isBroadcast = by === 'broadcast'
    // Nobody can reply to a broadcast, so it mentions nobody.
    const mentionable = readersOfSender(state, senderId)
    const mentions = isBroadcast ? [] : mentionedIn(text).filter((id) => id !== senderId && mentionable.includes(id))
    const message = {
      channelId,
      senderId,
      tempId,
      text,
      createdAt: timestampIn(state),
      isBroadcast,
      room,
      file: file && toMessageFile(file),
      extra,
      mayRetry,
      replyTo: found?.quoted ?? null,
      mentions,
      // A file is found by its name, too.
      words: wordsOf(channelId, `${text} ${file === null || isVoiceType(file.type) ? '' : file.name}`),
    }
    planned.push({ request, state, message, readers })
    return { planned: planned.length - 1 }
  }

  return { add, planned }
}

const toMessageFile = ({ id, name, type, size, width, height, thumbnailSize }: MessageFile): MessageFile => ({
  id,
  name,
  type,
  size,
  width,
  height,
  thumbnailSize,
})

async function insertPlanned({ db }: ListenerCtx, planned: readonly PlannedMessage[]): Promise<CommittedMessage[]> {
  if (planned.length === 0) return []
  const ids = await insertMessages(
    db,
    planned.map(({ message }) => message),
  )
  const newest = new Map<number, number>()
  const committed = planned.map(({ message, readers, state }, at): CommittedMessage => {
    const { words: _, ...row } = message
    const id = ids[at] ?? 0
    const previousId = newest.get(state.id) ?? state.lastMessageId
    newest.set(state.id, id)
    return { row: { ...noGestures, ...row, id, redactedAt: null }, kind: state.kind, readers, apart: state.apart, previousId }
  })
  const last = new Map(committed.map(({ row }) => [row.channelId, { channelId: row.channelId, id: row.id, at: row.createdAt }]))
  await updateLastMessages(db, [...last.values()])
  return committed
}

async function enqueueAnswers(
  ctx: ListenerCtx,
  planned: readonly PlannedMessage[],
  committed: readonly CommittedMessage[],
): Promise<void> {
  for (const [at, { request, state }] of planned.entries()) {
    const messageId = committed[at]?.row.id
    if (request.by !== 'member' || state.kind !== 'assistant' || messageId === undefined) continue
    await enqueueAnswer(ctx, { messageId, text: request.text })
  }
}

function toResults(steps: readonly Step[], committed: readonly CommittedMessage[]): SendResult[] {
  const answered = new Set<number>()
  return steps.map((step) => {
    if ('refusal' in step) return step
    if ('held' in step) return { isHeld: true }
    if ('earlier' in step) return { row: step.earlier, isRepeat: true }
    const row = committed[step.planned]?.row
    if (!row) return { refusal: noSuchChannel() }
    const isRepeat = answered.has(step.planned)
    answered.add(step.planned)
    return { row, isRepeat }
  })
}
