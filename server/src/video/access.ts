import type { VisitStatus } from '@saathi/contract/video/entities'
import { type OpenTimes, openTimesOf, visitStatusAt } from '@saathi/contract/video/visit-status'
import * as z from 'zod/mini'
import { findExperiences } from '#accounts/public.ts'
import { findMeetings } from '#calendar/public.ts'
import { channelNameOf, type ChannelState, findCallChannels, findShownMembers, isOpenTo, whyClosed } from '#chat/public.ts'
import type { Actor, Db } from '#core/ctx.ts'
import { forbidden } from '#core/errors.ts'
import { isPresent } from './presence-store.ts'
import { findRooms, findVideoUsers } from './room-store.ts'

export type Reader = Pick<Actor, 'personId' | 'language'>
/** All a door needs of the world. */
export type RoomAsked = { db: Db; actor: Reader; now: () => Date }

export type Target = {
  /** Of a planned call the id of its link. */
  id: string
  channel: ChannelState
  eventId: number | null
  /** As the reader would call it. */
  title: string
  sessionName: string | null
  localeSessionName: string | null
  startAt: Date
  times: OpenTimes
}

export const isOff = () => forbidden('video.off', 'Video calls are not open to you at the moment.')
/** Whether it never was, is over for good or is of others: who is not in it learns nothing of it. */
export const notAllowed = () => forbidden('video.not_allowed', 'This meeting link does not work.')
export const closed = () => forbidden('video.closed', 'Chat & Video Disabled')
const tooEarly = () => forbidden('video.early', 'You are a bit early. The link becomes active 10 minutes before the start.')
const tooLate = () => forbidden('video.late', 'This link has expired.')

export async function requireVideo({ db, actor }: RoomAsked): Promise<void> {
  if ((await findExperiences(db, actor.personId)).video !== 'use') throw isOff()
}

const isRoomId = (id: string): boolean => z.uuid().safeParse(id).success

/** As a planned call, or as one out of a conversation; those that are there, in the order in which they were asked for. */
export async function findTargets(db: Db, ids: readonly string[], reader: Reader): Promise<Target[]> {
  const known = ids.filter(isRoomId).map((id) => id.toLowerCase())
  const meetings = await findMeetings(db, known, reader.language)
  const rooms = (await findRooms(db, known)).filter(({ eventId }) => eventId === null)
  const mentorshipIds = meetings.map(({ mentorshipId }) => mentorshipId)
  const whole = await findCallChannels(db, { mentorshipIds })
  const called = await findCallChannels(db, { channelIds: rooms.map(({ channelId }) => channelId) })
  const members = Map.groupBy(
    await findShownMembers(
      db,
      called.map(({ id }) => id),
    ),
    ({ channelId }) => channelId,
  )
  const planned = meetings.flatMap(({ sessionUuid, mentorshipId, scheduledAt, ...meeting }): Target[] => {
    const channel = whole.find((each) => each.mentorshipId === mentorshipId)
    return channel ? [{ ...meeting, id: sessionUuid, channel, startAt: scheduledAt, times: openTimesOf(scheduledAt, true) }] : []
  })
  const talked = rooms.flatMap(({ id, channelId, createdAt }): Target[] => {
    const channel = called.find((each) => each.id === channelId)
    if (!channel) return []
    const title = channelNameOf(channel, members.get(channelId) ?? [], reader)
    const times = openTimesOf(createdAt, false)
    return [{ id, channel, eventId: null, title, sessionName: null, localeSessionName: null, startAt: createdAt, times }]
  })
  const byId = new Map([...talked, ...planned].map((target) => [target.id, target]))
  return known.flatMap((id) => byId.get(id) ?? [])
}

/** Whoever it is for: nobody's rights are asked here. */
export async function findTarget(db: Db, id: string, reader: Reader): Promise<Target | null> {
  return (await findTargets(db, [id], reader))[0] ?? null
}

/** Who takes part in the conversation the call belongs to; nobody calls the assistant. */
export const isFor = ({ channel }: Pick<Target, 'channel'>, personId: number): boolean =>
  channel.kind !== 'assistant' && isOpenTo(channel, personId)

/** One's own, whenever it is. */
export async function requireRoom(asked: RoomAsked, id: string): Promise<Target> {
  await requireVideo(asked)
  const { db, actor, now } = asked
  const target = await findTarget(db, id, actor)
  if (!target || !isFor(target, actor.personId)) throw notAllowed()
  if (whyClosed(target.channel, actor.personId, now())) throw closed()
  return target
}

/** Whoever is in it when its time is over may stay, and come back should their line break. */
export async function findVisitStatus({ db, actor, now }: RoomAsked, target: Target): Promise<VisitStatus> {
  const status = visitStatusAt(now(), target.times)
  return status === 'late' && (await isPresent(db, target.id, actor.personId)) ? 'open' : status
}

/** One's own, and now. */
export async function requireVisit(asked: RoomAsked, id: string): Promise<Target> {
  const target = await requireRoom(asked, id)
  const status = await findVisitStatus(asked, target)
  if (status === 'early') throw tooEarly()
  if (status === 'late') throw tooLate()
  return target
}

/** Those of them who may be there still: its time being over sends nobody away. */
export async function findStaying(db: Db, roomId: string, personIds: readonly number[], now: Date): Promise<ReadonlySet<number>> {
  // Nobody reads its title.
  const target = await findTarget(db, roomId, { personId: 0, language: 'en' })
  if (!target) return new Set()
  const users = await findVideoUsers(db, personIds)
  const { channel } = target
  return new Set(personIds.filter((id) => users.has(id) && isFor(target, id) && !whyClosed(channel, id, now)))
}
