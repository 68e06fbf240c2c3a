import { ROOMS_MAX } from '@saathi/contract/video/calls'
import type { CallPerson, OpenRoom, VideoEngine, VideoRoom } from '@saathi/contract/video/entities'
import { visitStatusAt } from '@saathi/contract/video/visit-status'
import { displayName, linkToPictures } from '#accounts/public.ts'
import { findShownMembers, isOpenTo, type ShownMember, whyClosed } from '#chat/public.ts'
import type { Ctx } from '#core/ctx.ts'
import type { VideoSettings } from '#core/video-settings.ts'
import { findTargets, findVisitStatus, isFor, requireRoom, requireVideo, type Target } from './access.ts'
import { findConsent } from './consent-store.ts'
import { iceServersOf } from './ice.ts'
import { jitsiToken } from './jitsi-token.ts'
import { findPresentIn, findStays } from './presence-store.ts'
import { findCallingRoomIds } from './room-store.ts'
import { CALLING_MS } from './start-call.ts'
import type { VideoTokens } from './token.ts'

export type Means = { settings: VideoSettings; tokens: VideoTokens }

/** As the one who asks may see it; what lets one in is given to those alone who may come in now. */
export async function getRoom(ctx: Ctx, means: Means, id: string): Promise<VideoRoom> {
  const target = await requireRoom(ctx, id)
  const { db, actor } = ctx
  const { times } = target
  const { personId } = actor
  const visitStatus = await findVisitStatus(ctx, target)
  const consent = await findConsent(db, { roomId: target.id, personId, since: times.opensAt })
  const members = await findShownMembers(db, [target.channel.id])
  const me = members.find((member) => member.personId === personId)
  const name = me ? displayName(me) : ''
  return {
    room: target.id,
    startTime: target.startAt.toISOString(),
    opensAt: times.opensAt.toISOString(),
    closesAt: times.closesAt.toISOString(),
    title: target.title,
    sessionName: target.sessionName,
    localeSessionName: target.localeSessionName,
    visitStatus,
    channel: target.channel.id,
    callInProgress: (await findStays(db, target.id)).length > 0,
    consent,
    displayName: name,
    partners: await showPartners(ctx, target, members),
    ...(visitStatus === 'open' ? await openDoor(ctx, means, { target, name, consent }) : nothingToOpen),
  }
}

const nothingToOpen = { token: null, tokenExpiresAt: null, engine: null }

type Guest = { target: Target; name: string; consent: boolean | null }

async function openDoor(ctx: Ctx, { settings, tokens }: Means, guest: Guest) {
  const { personId, sessionId } = ctx.actor
  const { token, expiresAt } = await tokens.issue({ roomId: guest.target.id, personId, sessionId })
  return { token, tokenExpiresAt: expiresAt.toISOString(), engine: await engineFor(ctx, settings, guest) }
}

async function engineFor(ctx: Ctx, settings: VideoSettings, { target, name, consent }: Guest): Promise<VideoEngine> {
  const { jitsi } = settings
  if (!jitsi) return { kind: 'built-in', iceServers: iceServersOf(settings, ctx.now()) }
  const { personId } = ctx.actor
  const jwt = await jitsiToken(jitsi, { roomId: target.id, personId, name, mayRecord: consent === true, now: ctx.now() })
  const scriptUrl = `${jitsi.origin}/external_api.js`
  return { kind: 'jitsi', domain: jitsi.domain, scriptUrl, roomName: target.id, jwt }
}

/** Who accompanies a pair is not whom one calls. */
async function showPartners(ctx: Ctx, { channel }: Target, members: readonly ShownMember[]): Promise<CallPerson[]> {
  const { personId } = ctx.actor
  const partners = members.filter(
    (member) => member.personId !== personId && !member.isPairManager && isOpenTo(channel, member.personId),
  )
  return showPeople(ctx, partners)
}

type Pictured = Parameters<typeof displayName>[0] & Parameters<typeof linkToPictures>[1][number] & { personId: number }

async function showPeople(ctx: Ctx, people: readonly Pictured[]): Promise<CallPerson[]> {
  const pictures = await linkToPictures(ctx, people)
  return people.map((person, at) => ({
    userId: person.personId,
    name: displayName(person),
    displayPicture: pictures[at] ?? null,
  }))
}

/** Where somebody is, or was called a moment ago. */
export async function listRooms(ctx: Ctx): Promise<OpenRoom[]> {
  await requireVideo(ctx)
  const { db, actor } = ctx
  const now = ctx.now()
  const calledAfter = new Date(now.getTime() - CALLING_MS)
  const ids = await findCallingRoomIds(db, { personId: actor.personId, calledAfter, limit: ROOMS_MAX })
  const targets = (await findTargets(db, ids, actor)).filter(
    (target) =>
      isFor(target, actor.personId) &&
      !whyClosed(target.channel, actor.personId, now) &&
      visitStatusAt(now, target.times) === 'open',
  )
  const present = await findPresentIn(
    db,
    targets.map(({ id }) => id),
  )
  const shown = await showPeople(ctx, present)
  return targets.map((target) => {
    const people = shown.filter((_, at) => present[at]?.roomId === target.id)
    return {
      room: target.id,
      channel: target.channel.id,
      title: target.title,
      startTime: target.startAt.toISOString(),
      closesAt: target.times.closesAt.toISOString(),
      callInProgress: people.length > 0,
      people,
    }
  })
}
