import { MINUTE_MS } from '@saathi/contract/core/time'
import { type VisitStatus, OPEN_FOR_HOURS, OPENS_BEFORE_MINUTES } from '@saathi/contract/video/entities'
import { SEGMENT_MAX_BYTES } from '@saathi/contract/video/recording-calls'
import * as z from 'zod/mini'
import { findExperiences } from '#accounts/public.ts'
import { findMeetings } from '#calendar/public.ts'
import {
  channelNameOf,
  type ChannelState,
  findCallChannels,
  findShownMembers,
  isOpenTo,
  whyClosed,
  requireOpenChannel,
} from '#chat/public.ts'
import type { Actor, Db, Ctx } from '#core/ctx.ts'
import { forbidden, Refusal } from '#core/errors.ts'
import type { Purpose, Purposes } from '#core/files/purposes.ts'
import { isPresent } from './call/presence-store.ts'
import { findMeetingOfFile, wasIn } from './history/store.ts'
import { findRooms, findVideoUsers } from './room-store.ts'

export type Viewer = Pick<Actor, 'personId' | 'language'>
/** The part of the request context that access checks need. */
export type AccessCtx = { db: Db; actor: Viewer; now: () => Date }

/** An event opens ten minutes before its start, an invite when it is sent. `closesAt` itself is already `late`. */
type OpenTimes = { opensAt: Date; closesAt: Date }

export type Target = {
  /** For a planned call, the id in its link. */
  id: string
  channel: ChannelState
  eventId: number | null
  /** As shown to the viewer. */
  title: string
  sessionName: string | null
  localeSessionName: string | null
  startAt: Date
  times: OpenTimes
}

export function openTimesOf(startAt: Date, isPlanned: boolean): OpenTimes {
  const start = startAt.getTime()
  return {
    opensAt: new Date(isPlanned ? start - OPENS_BEFORE_MINUTES * MINUTE_MS : start),
    closesAt: new Date(start + OPEN_FOR_HOURS * 60 * MINUTE_MS),
  }
}

export function visitStatusAt(now: Date, { opensAt, closesAt }: OpenTimes): VisitStatus {
  if (now < opensAt) return 'early'
  return now < closesAt ? 'open' : 'late'
}

const videoOff = () => forbidden('video.off')
/** One reply for missing, removed and other people's rooms, so outsiders learn nothing. */
export const notAllowed = () => forbidden('video.not_allowed')
export const closed = () => forbidden('video.closed')
const tooEarly = () => forbidden('video.early')
const tooLate = () => forbidden('video.late')

export async function requireVideo({ db, actor }: AccessCtx): Promise<void> {
  if ((await findExperiences(db, actor.personId)).video !== 'use') throw videoOff()
}

const isRoomId = (id: string): boolean => z.uuid().safeParse(id).success

/** Finds planned and ad-hoc calls by room id, in the order of `ids`; unknown ids are skipped. */
export async function findTargets(db: Db, ids: readonly string[], viewer: Viewer): Promise<Target[]> {
  const knownIds = ids.filter(isRoomId).map((id) => id.toLowerCase())
  const meetings = await findMeetings(db, knownIds, viewer.language)
  const rooms = (await findRooms(db, knownIds)).filter(({ eventId }) => eventId === null)
  const mentorshipIds = meetings.map(({ mentorshipId }) => mentorshipId)
  const mentorshipChannels = await findCallChannels(db, { mentorshipIds })
  const callChannels = await findCallChannels(db, { channelIds: rooms.map(({ channelId }) => channelId) })
  const members = Map.groupBy(
    await findShownMembers(
      db,
      callChannels.map(({ id }) => id),
    ),
    ({ channelId }) => channelId,
  )
  const planned = meetings.flatMap(({ sessionUuid, mentorshipId, scheduledAt, ...meeting }): Target[] => {
    const channel = mentorshipChannels.find((each) => each.mentorshipId === mentorshipId)
    return channel ? [{ ...meeting, id: sessionUuid, channel, startAt: scheduledAt, times: openTimesOf(scheduledAt, true) }] : []
  })
  const adHoc = rooms.flatMap(({ id, channelId, createdAt }): Target[] => {
    const channel = callChannels.find((each) => each.id === channelId)
    if (!channel) return []
    const title = channelNameOf(channel, members.get(channelId) ?? [], viewer)
    const times = openTimesOf(createdAt, false)
    return [{ id, channel, eventId: null, title, sessionName: null, localeSessionName: null, startAt: createdAt, times }]
  })
  const byId = new Map([...adHoc, ...planned].map((target) => [target.id, target]))
  return knownIds.flatMap((id) => byId.get(id) ?? [])
}

/** Does not check access. */
async function findTarget(db: Db, id: string, viewer: Viewer): Promise<Target | null> {
  return (await findTargets(db, [id], viewer))[0] ?? null
}

/** Only members of the call's channel; the assistant cannot be called. */
export const isParticipant = ({ channel }: Pick<Target, 'channel'>, personId: number): boolean =>
  channel.kind !== 'assistant' && isOpenTo(channel, personId)

/** The viewer has access; the call may be early or late. */
export async function requireRoom(ctx: AccessCtx, id: string): Promise<Target> {
  await requireVideo(ctx)
  const { db, actor, now } = ctx
  const target = await findTarget(db, id, actor)
  if (!target || !isParticipant(target, actor.personId)) throw notAllowed()
  if (whyClosed(target.channel, actor.personId, now())) throw closed()
  return target
}

/** People still in the call after its closing time may stay, and may rejoin if their socket drops. */
export async function findVisitStatus({ db, actor, now }: AccessCtx, target: Target): Promise<VisitStatus> {
  const status = visitStatusAt(now(), target.times)
  return status === 'late' && (await isPresent(db, target.id, actor.personId)) ? 'open' : status
}

/** The viewer has access and can join now. */
export async function requireVisit(ctx: AccessCtx, id: string): Promise<Target> {
  const target = await requireRoom(ctx, id)
  const status = await findVisitStatus(ctx, target)
  if (status === 'early') throw tooEarly()
  if (status === 'late') throw tooLate()
  return target
}

/** The people who may stay in the call; its closing time removes nobody. */
export async function findStillAllowed(
  db: Db,
  roomId: string,
  personIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  // The title is not used.
  const target = await findTarget(db, roomId, { personId: 0, language: 'en' })
  if (!target) return new Set()
  const users = await findVideoUsers(db, personIds)
  const { channel } = target
  return new Set(personIds.filter((id) => users.has(id) && isParticipant(target, id) && !whyClosed(channel, id, now)))
}

/** Whether the viewer can open the call's channel. Returns a boolean because the refusal itself would reveal too much. */
export async function isChannelOpen(ctx: Ctx, channelId: number): Promise<boolean> {
  try {
    await requireOpenChannel(ctx, channelId)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Members of the channel; owning the file is irrelevant. */
const canReadText: Purpose['mayRead'] = async (ctx, file) => {
  const meeting = await findMeetingOfFile(ctx.db, file.id)
  return meeting !== null && isChannelOpen(ctx, meeting.channelId)
}

/** Recordings are only for people who were in the call. */
const canWatch: Purpose['mayRead'] = async (ctx, file) => {
  const meeting = await findMeetingOfFile(ctx.db, file.id)
  if (!meeting || !(await wasIn(ctx.db, meeting.id, ctx.actor.personId))) return false
  return isChannelOpen(ctx, meeting.channelId)
}

/** These files are generated here and never uploaded. */
const generatedPurpose = { kinds: [], maxBytes: SEGMENT_MAX_BYTES } as const

export const videoPurposes: Purposes = {
  video_recording: { ...generatedPurpose, mayRead: canWatch },
  video_transcript: { ...generatedPurpose, mayRead: canReadText },
  video_summary: { ...generatedPurpose, mayRead: canReadText },
}
