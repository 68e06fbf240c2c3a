import {
  ALONE_SECONDS,
  type CallPerson,
  type CallPreview,
  type CallStatus,
  LATE_FROM,
  LATE_UNTIL,
} from '@saathi/contract/video/entities'
import { INDIA_OFFSET_MS } from '@saathi/contract/core/india-day'
import { MINUTE_MS } from '@saathi/contract/core/time'
import { channelNameOf, findShownMembers, type ShownMember } from '#chat/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { requireRoom, requireVideo, requireVisit, type Target } from '../access.ts'
import { findRooms, callProgressOf, type RoomRow } from '../room-store.ts'
import { isBlockedPair } from './apart.ts'
import { talkingSeconds } from './progress.ts'
import { declineRing, ringAgain as ringOnceMore } from './presence.ts'
import { isPresent } from './presence-store.ts'
import { findLastLeft, findRings } from './ring-store.ts'
import { partnersOf, showPeople } from './show-room.ts'
import { findBusy, requireCallable } from './start-call.ts'

export async function getCallStatus(ctx: Ctx, id: string): Promise<CallStatus> {
  return showStatus(ctx, await requireRoom(ctx, id))
}

async function showStatus(ctx: Ctx, target: Target): Promise<CallStatus> {
  const { db, actor } = ctx
  const [room] = await findRooms(db, [target.id])
  if (!room) return { ring: null, aloneUntil: null, lastLeft: null, since: null, talkedSeconds: 0 }
  const progress = callProgressOf(room)
  const members = await findShownMembers(db, [target.channel.id])
  const isAlone = progress.aloneSince !== null && (await isPresent(db, room.id, actor.personId))
  const lastLeft = isAlone ? await findLastLeft(db, room.id, actor.personId) : null
  const isShown = lastLeft !== null && !isBlockedPair(target.channel.apart, actor.personId, lastLeft)
  return {
    ring: await showRing(ctx, room, members),
    aloneUntil:
      isAlone && progress.aloneSince ? new Date(progress.aloneSince.getTime() + ALONE_SECONDS * 1_000).toISOString() : null,
    lastLeft: isShown ? await personOf(ctx, members, lastLeft) : null,
    since: progress.togetherSince?.toISOString() ?? null,
    talkedSeconds: talkingSeconds(progress, ctx.now()),
  }
}

async function showRing(ctx: Ctx, room: RoomRow, members: readonly ShownMember[]): Promise<CallStatus['ring']> {
  const { ringState, ringUntil } = callProgressOf(room)
  if (ringState === null || ringState === 'answered' || ringUntil === null) return null
  const rings = await findRings(ctx.db, room.id)
  const called = new Set(rings.map(({ personId }) => personId))
  return {
    state: ringState,
    endsAt: ringUntil.toISOString(),
    isMine: room.rungBy === ctx.actor.personId,
    people: await showPeople(
      ctx,
      members.filter(({ personId }) => called.has(personId)),
    ),
    // Only the caller sees the texts of people who declined.
    replies:
      room.rungBy === ctx.actor.personId
        ? rings.flatMap(({ personId, words }) => (words === null ? [] : [{ userId: personId, words }]))
        : [],
  }
}

async function personOf(ctx: Ctx, members: readonly ShownMember[], personId: number): Promise<CallPerson | null> {
  const found = members.filter((member) => member.personId === personId)
  return (await showPeople(ctx, found))[0] ?? null
}

export async function declineCall(ctx: Ctx, id: string, words: string | undefined): Promise<Record<string, never>> {
  const target = await requireRoom(ctx, id)
  await declineRing(ctx, { roomId: target.id, personId: ctx.actor.personId, words })
  return {}
}

export async function ringAgain(ctx: Ctx, id: string): Promise<CallStatus> {
  const target = await requireVisit(ctx, id)
  await ringOnceMore(ctx, { target, personId: ctx.actor.personId })
  return showStatus(ctx, target)
}

/** The people a call would ring for. Does not notify anybody. */
export async function previewCall(ctx: Ctx, channelId: number): Promise<CallPreview> {
  await requireVideo(ctx)
  const request = { channelId, actor: ctx.actor }
  const channel = await requireCallable(ctx, request)
  const members = await findShownMembers(ctx.db, [channelId])
  return {
    channel: channelId,
    title: channelNameOf(channel, members, ctx.actor),
    isGroup: channel.kind === 'group',
    partners: await showPeople(ctx, partnersOf(channel, members, ctx.actor.personId)),
    isLate: isLateAt(ctx.now()),
    room: await findBusy(ctx, request),
  }
}

const minutesOf = ({ hour, minute }: { hour: number; minute: number }): number => hour * 60 + minute

/** From 9:30 pm to 7 am in India. */
export function isLateAt(now: Date): boolean {
  const minutes = Math.floor((now.getTime() + INDIA_OFFSET_MS) / MINUTE_MS) % (24 * 60)
  return minutes >= minutesOf(LATE_FROM) || minutes < minutesOf(LATE_UNTIL)
}
