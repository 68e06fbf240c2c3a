import { TEXT_MAX } from '@saathi/contract/chat/socket'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { can, hasProject, scopeOf } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badField, notFound } from '#core/errors.ts'
import { deleteFilesAndBytes } from '#core/files/jobs.ts'
import { definePreparedJob } from '#core/jobs/define-job.ts'
import { type ChannelState, findState, findStates, noSuchChannel, readersOf } from '../access.ts'
import type { QuietHours } from '../blackout.ts'
import { updateActive } from '../channels/member-store.ts'
import { lockChannels } from '../channels/store.ts'
import { publishChannelsChanged, publishFrame } from '../server-events.ts'
import { showMessage } from '../show-message.ts'
import { requireSystemSender } from '../voice.ts'
import * as store from './store.ts'

// Staff can change every conversation, but never see its messages.

/** Channels of other programmes and unknown ids get the same error. */
async function requireInScope({ db, actor }: Ctx, channelId: number): Promise<void> {
  const owner = await store.findProgrammeOf(db, channelId)
  if (!owner || !can(actor, 'staff.chat', owner.projectId)) throw noSuchChannel()
}

/** Locked until the commit, so that a change happens either before or after the next message. */
async function lockChannel(ctx: Ctx, id: number): Promise<ChannelState> {
  await requireInScope(ctx, id)
  const { db } = ctx
  const [state] = await findStates(db, await lockChannels(db, [id]))
  if (!state) throw noSuchChannel()
  return state
}

/** The channel's members, without the pair manager. A staff action on the channel is shown in their activity log. */
export const findChannelPeople = (db: Db, id: number): Promise<number[]> => store.findMembersOfChannel(db, id)

const peopleIn = ({ members }: ChannelState): number[] => members.map(({ personId }) => personId)

type MemberRef = { id: number; personId: number }

export async function setChannelMember(ctx: Ctx, { id, personId }: MemberRef, isActive: boolean): Promise<Record<string, never>> {
  const state = await lockChannel(ctx, id)
  if (!peopleIn(state).includes(personId)) throw notFound('chat.member_not_found')
  await updateActive(ctx.db, [id], [personId], isActive)
  publishChannelsChanged(ctx, [id], peopleIn(state))
  return {}
}

export async function setBlackout(ctx: Ctx, id: number, until: string | null): Promise<Record<string, never>> {
  const state = await lockChannel(ctx, id)
  await store.updateBlackout(ctx.db, id, until === null ? null : new Date(until))
  publishChannelsChanged(ctx, [id], peopleIn(state))
  return {}
}

async function requireProject({ db, actor }: Ctx, projectId: number): Promise<void> {
  const isReachable = can(actor, 'staff.chat', projectId) && (await hasProject(db, projectId))
  if (!isReachable) throw notFound('chat.project_not_found')
}

export async function listQuietHours({ db, actor }: Ctx) {
  const rows = await store.findQuietHours(db, scopeOf(actor, 'staff.chat_hours'))
  return {
    programmes: rows.map(({ id, name, begins, ends }) => ({
      id,
      name,
      hours: begins === null || ends === null ? null : { begins: begins.slice(0, 5), ends: ends.slice(0, 5) },
    })),
  }
}

/** Programmes outside the actor's scope get the same reply as unknown ids. */
export async function setQuietHours(ctx: Ctx, projectId: number, hours: QuietHours | null): Promise<Record<string, never>> {
  await requireProject(ctx, projectId)
  if (!can(ctx.actor, 'staff.chat_hours', projectId)) throw notFound('chat.project_not_found')
  if (hours && hours.begins === hours.ends) throw badField('hours', 'hours_empty')
  if (hours) await store.saveQuietHours(ctx.db, projectId, hours)
  else await store.deleteQuietHours(ctx.db, projectId)
  publishChannelsChanged(ctx, null, await store.findPeopleOfProject(ctx.db, projectId))
  return {}
}

const CHANNELS_PER_JOB = 200

/** Sent by jobs, because a programme may have thousands of conversations. Each receives the message once. */
export async function broadcast(
  ctx: Ctx,
  { projectId, message }: { projectId: number; message: string },
): Promise<{ channels: number }> {
  await requireProject(ctx, projectId)
  const text = message.trim()
  if (text === '') throw badField('message', 'required')
  const channelIds = await store.findMainChannels(ctx.db, projectId)
  const content = { staffId: ctx.actor.personId, key: randomUUID(), text }
  for (let at = 0; at < channelIds.length; at += CHANNELS_PER_JOB) {
    await ctx.enqueue(broadcastJob, { ...content, channelIds: channelIds.slice(at, at + CHANNELS_PER_JOB) })
  }
  return { channels: channelIds.length }
}

/** A message from the team to many channels. One temporary id, so that retries send nothing twice. */
export const broadcastJob = definePreparedJob({
  name: 'chat.broadcast',
  payload: z.strictObject({
    staffId: z.int(),
    key: z.uuid(),
    text: z.string().check(z.maxLength(TEXT_MAX)),
    channelIds: z.array(z.int()),
  }),
  retry: { limit: 8, delaySeconds: 5, backoff: true, maxDelaySeconds: 600 },
  timeoutSeconds: 300,
  prepare: async ({ engines }, { staffId, key, text, channelIds }) => {
    const voice = requireSystemSender(engines.chatVoice)
    const message = { senderId: staffId, text, tempId: `broadcast-${key}` }
    await Promise.all(channelIds.map((channelId) => voice.broadcast({ ...message, channelId })))
  },
  work: async () => {},
})

/** A viewer who sees what everybody sees: no links and no temporary id. */
const anyViewer = { personId: 0, sessionId: '' }

export async function redactMessage(ctx: Ctx, messageId: number): Promise<Record<string, never>> {
  const channelId = await store.findChannelOf(ctx.db, messageId)
  const owner = channelId === null ? null : await store.findProgrammeOf(ctx.db, channelId)
  if (channelId === null || !owner || !can(ctx.actor, 'staff.chat', owner.projectId)) throw notFound('chat.message_not_found')
  await deleteFilesAndBytes(ctx, await store.redactMessages(ctx.db, [messageId], ctx.now()))
  const state = await findState(ctx.db, channelId)
  const message = await store.findMessage(ctx.db, messageId)
  if (!state || !message) return {}
  // It has the same id, so clients replace their cached copy, even if the channel is not open.
  publishFrame(ctx, readersOf(state), showMessage(message, anyViewer, ctx))
  // Channel lists show the start of the message.
  publishChannelsChanged(ctx, [], readersOf(state))
  return {}
}
