import { randomUUID } from 'node:crypto'
import type { Ctx } from '#core/ctx.ts'
import { badField, notFound } from '#core/errors.ts'
import { forgetFiles } from '#core/files/forget-files.ts'
import { type ChannelState, findState, findStates, noSuchChannel, readersOf } from './access.ts'
import type { QuietHours } from './blackout.ts'
import { broadcastJob } from './broadcast-job.ts'
import { lockChannels } from './channel-store.ts'
import { tellChannelsChanged, tellFrame } from './hub-notes.ts'
import { updateActive } from './member-store.ts'
import { showMessage } from './show-message.ts'
import * as store from './staff-store.ts'

// Every conversation is open to whoever may ask here; what was said in it is not shown to them.

/** Held until the end: what is changed here stands before the next message, or after it. */
async function holdChannel({ db }: Ctx, id: number): Promise<ChannelState> {
  const [state] = await findStates(db, await lockChannels(db, [id]))
  if (!state) throw noSuchChannel()
  return state
}

const peopleIn = ({ members }: ChannelState): number[] => members.map(({ personId }) => personId)

type Named = { id: number; personId: number }

export async function setChannelMember(ctx: Ctx, { id, personId }: Named, isActive: boolean): Promise<Record<string, never>> {
  const state = await holdChannel(ctx, id)
  if (!peopleIn(state).includes(personId)) throw notFound('chat.member_not_found', 'This person is not in this conversation.')
  await updateActive(ctx.db, [id], [personId], isActive)
  tellChannelsChanged(ctx, [id], peopleIn(state))
  return {}
}

export async function setBlackout(ctx: Ctx, id: number, until: string | null): Promise<Record<string, never>> {
  const state = await holdChannel(ctx, id)
  await store.updateBlackout(ctx.db, id, until === null ? null : new Date(until))
  tellChannelsChanged(ctx, [id], peopleIn(state))
  return {}
}

async function requireProject({ db }: Ctx, projectId: number): Promise<void> {
  if (!(await store.hasProject(db, projectId))) throw notFound('chat.project_not_found', 'There is no such programme.')
}

export async function setQuietHours(ctx: Ctx, projectId: number, hours: QuietHours | null): Promise<Record<string, never>> {
  await requireProject(ctx, projectId)
  if (hours && hours.begins === hours.ends) throw badField('hours', 'They must end at another time than they begin.')
  if (hours) await store.saveQuietHours(ctx.db, projectId, hours)
  else await store.deleteQuietHours(ctx.db, projectId)
  tellChannelsChanged(ctx, null, await store.findPeopleOfProject(ctx.db, projectId))
  return {}
}

const IN_ONE_JOB = 200

/** Said by jobs: a programme may have thousands of conversations, and each hears it once, whatever comes in between. */
export async function broadcast(
  ctx: Ctx,
  { projectId, message }: { projectId: number; message: string },
): Promise<{ channels: number }> {
  await requireProject(ctx, projectId)
  const text = message.trim()
  if (text === '') throw badField('message', 'This field is required')
  const channelIds = await store.findWholeChannels(ctx.db, projectId)
  const said = { staffId: ctx.actor.personId, key: randomUUID(), text }
  for (let at = 0; at < channelIds.length; at += IN_ONE_JOB) {
    await ctx.enqueue(broadcastJob, { ...said, channelIds: channelIds.slice(at, at + IN_ONE_JOB) })
  }
  return { channels: channelIds.length }
}

/** Whose eyes see what everybody sees: no links, and no temporary id. */
const nobody = { personId: 0, sessionId: '' }

export async function redactMessage(ctx: Ctx, messageId: number): Promise<Record<string, never>> {
  const channelId = await store.findChannelOf(ctx.db, messageId)
  if (channelId === null) throw notFound('chat.message_not_found', 'There is no such message.')
  await forgetFiles(ctx, await store.redactMessages(ctx.db, [messageId], ctx.now()))
  const state = await findState(ctx.db, channelId)
  const message = await store.findMessage(ctx.db, messageId)
  if (!state || !message) return {}
  // It bears the number that it had, and so takes its place wherever it is kept, also where its channel is not open.
  tellFrame(ctx, readersOf(state), showMessage(message, nobody, ctx))
  // Lists show the beginning of it.
  tellChannelsChanged(ctx, [], readersOf(state))
  return {}
}
