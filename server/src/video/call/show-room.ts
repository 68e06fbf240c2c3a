import { createHmac, randomBytes } from 'node:crypto'
import { ROOMS_MAX } from '@saathi/contract/video/calls'
import type { CallPerson, OpenRoom, VideoEngine, VideoRoom, IceServer } from '@saathi/contract/video/entities'
import { visitStatusAt, findTargets, findVisitStatus, isParticipant, requireRoom, requireVideo, type Target } from '../access.ts'
import { SignJWT } from 'jose'
import { displayName, linkToPictures } from '#accounts/public.ts'
import { type ChannelState, findShownMembers, isOpenTo, type ShownMember, whyClosed } from '#chat/public.ts'
import type { Ctx } from '#core/ctx.ts'
import type { VideoSettings, JitsiSettings } from '#core/settings/video.ts'
import { findConsent } from '../recording/store.ts'
import { isBlockedPair } from './apart.ts'
import { findAttended, findPresentIn, findStays } from './presence-store.ts'
import { findActiveRoomIds } from '../room-store.ts'
import { findUnansweredRings } from './ring-store.ts'
import type { VideoTokens } from './token.ts'

export type RoomTools = { settings: VideoSettings; tokens: VideoTokens }

/** The room as the viewer sees it; token and engine only if they can join now. */
export async function getRoom(ctx: Ctx, roomTools: RoomTools, id: string): Promise<VideoRoom> {
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
    partners: await showPeople(ctx, partnersOf(target.channel, members, personId)),
    ...(visitStatus === 'open' ? await joinDetails(ctx, roomTools, { target, name, consent }) : noJoinDetails),
  }
}

const noJoinDetails = { token: null, tokenExpiresAt: null, engine: null }

type JoiningPerson = { target: Target; name: string; consent: boolean | null }

async function joinDetails(ctx: Ctx, { settings, tokens }: RoomTools, guest: JoiningPerson) {
  const { personId, sessionId } = ctx.actor
  const { token, expiresAt } = await tokens.issue({ roomId: guest.target.id, personId, sessionId })
  return { token, tokenExpiresAt: expiresAt.toISOString(), engine: await engineFor(ctx, settings, guest) }
}

async function engineFor(ctx: Ctx, settings: VideoSettings, { target, name, consent }: JoiningPerson): Promise<VideoEngine> {
  const { jitsi } = settings
  if (!jitsi) return { kind: 'built-in', iceServers: iceServersOf(settings, ctx.now()) }
  const { personId } = ctx.actor
  const jwt = await jitsiToken(jitsi, { roomId: target.id, personId, name, mayRecord: consent === true, now: ctx.now() })
  const scriptUrl = `${jitsi.origin}/external_api.js`
  return { kind: 'jitsi', domain: jitsi.domain, scriptUrl, roomName: target.id, jwt }
}

/** The pair manager accompanies the pair and is not a call partner. */
export const partnersOf = (channel: ChannelState, members: readonly ShownMember[], personId: number): ShownMember[] =>
  members.filter((member) => member.personId !== personId && !member.isPairManager && isOpenTo(channel, member.personId))

type PersonWithPicture = Parameters<typeof displayName>[0] & Parameters<typeof linkToPictures>[1][number] & { personId: number }

export async function showPeople(ctx: Ctx, people: readonly PersonWithPicture[]): Promise<CallPerson[]> {
  const pictures = await linkToPictures(ctx, people)
  return people.map((person, at) => ({
    userId: person.personId,
    name: displayName(person),
    displayPicture: pictures[at] ?? null,
  }))
}

/** Calls with someone present, or that ring. */
export async function listRooms(ctx: Ctx): Promise<OpenRoom[]> {
  await requireVideo(ctx)
  const { db, actor } = ctx
  const now = ctx.now()
  const ids = await findActiveRoomIds(db, { personId: actor.personId, now, limit: ROOMS_MAX })
  const targets = (await findTargets(db, ids, actor)).filter(
    (target) =>
      isParticipant(target, actor.personId) &&
      !whyClosed(target.channel, actor.personId, now) &&
      visitStatusAt(now, target.times) === 'open',
  )
  const present = await findPresentIn(
    db,
    targets.map(({ id }) => id),
  )
  const shown = await showPeople(ctx, present)
  const rings = await showRings(ctx, targets)
  const attended = await findAttended(
    db,
    targets.map(({ id }) => id),
    actor.personId,
  )
  return targets.map((target) => {
    const people = shown.filter(
      ({ userId }, at) => present[at]?.roomId === target.id && !isBlockedPair(target.channel.apart, actor.personId, userId),
    )
    return {
      ring: rings.get(target.id) ?? null,
      wasIn: attended.has(target.id),
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

/** The calls that ring for the viewer now. */
async function showRings(ctx: Ctx, targets: readonly Target[]): Promise<Map<string, NonNullable<OpenRoom['ring']>>> {
  const ids = targets.map(({ id }) => id)
  const rows = await findUnansweredRings(ctx.db, ids, ctx.actor.personId, ctx.now())
  const callers = await showPeople(ctx, rows)
  return new Map(
    rows.flatMap(({ roomId, endsAt }, at) => {
      const by = callers[at]
      return by && endsAt ? [[roomId, { by, endsAt: endsAt.toISOString() }]] : []
    }),
  )
}

const TOKEN_SECONDS = 10 * 60
/** Tolerates Jitsi's clock running a little behind. */
const BEFORE_SECONDS = 10

type JitsiGuest = { roomId: string; personId: number; name: string; mayRecord: boolean; now: Date }

/** Valid for one room only. */
function jitsiToken({ domain, appId, secret }: JitsiSettings, guest: JitsiGuest): Promise<string> {
  const { roomId, personId, name, mayRecord } = guest
  const nowSeconds = Math.floor(guest.now.getTime() / 1000)
  const [host = domain] = domain.split(':')
  return new SignJWT({
    room: roomId,
    context: {
      // Jitsi lets only moderators record; whether a recording may run is decided by us.
      user: { id: String(personId), name, moderator: 'true' },
      features: { recording: mayRecord },
    },
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience('jitsi')
    .setIssuer(appId)
    .setSubject(host)
    .setNotBefore(nowSeconds - BEFORE_SECONDS)
    .setExpirationTime(nowSeconds + TOKEN_SECONDS)
    .sign(new TextEncoder().encode(secret))
}

/** Long enough for a call: new credentials are issued only on reconnect. */
const TURN_SECONDS = 6 * 60 * 60

/** Credentials for coturn's `use-auth-secret`: the username is an expiry time, the password its HMAC. */
export function iceServersOf({ stunUrls, turn }: Pick<VideoSettings, 'stunUrls' | 'turn'>, now: Date): IceServer[] {
  const stun = stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : []
  if (!turn) return stun
  // A random name, not the person's id: it is visible on other networks.
  const username = `${Math.floor(now.getTime() / 1000) + TURN_SECONDS}:${randomBytes(9).toString('base64url')}`
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64')
  return [...stun, { urls: [...turn.urls], username, credential }]
}
