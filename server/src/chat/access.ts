import type { ChannelKind, Closed } from '@saathi/contract/chat/entities'
import { findExperiences } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { forbidden, notFound } from '#core/errors.ts'
import { closedUntil } from './blackout.ts'
import { type ChannelRow, findChannels } from './channel-store.ts'
import { findMembersOf, type MemberRow } from './member-store.ts'

/** All a door needs of the world. */
export type Asked = Pick<Ctx, 'db' | 'actor'>
/** A channel with everybody who is or was in it. */
export type ChannelState = ChannelRow & { members: readonly MemberRow[] }
/** Which kinds of conversation are in use for somebody. */
export type ChatFlags = { mentorship: boolean; assistant: boolean }

export async function findFlags(db: Db, personId: number): Promise<ChatFlags> {
  const { chattype, chatStatus } = await findExperiences(db, personId)
  const isIn = (flag: string) => chattype === 'use' && flag === 'use'
  return { mentorship: isIn(chatStatus.mentorshipChat), assistant: isIn(chatStatus.aiChat) }
}

export const isOnFor = (flags: ChatFlags, kind: ChannelKind): boolean =>
  kind === 'assistant' ? flags.assistant : flags.mentorship

export const isOff = () => forbidden('chat.off', 'The chat is not open to you at the moment.')
export const noSuchChannel = () => notFound('chat.channel_not_found', 'There is no such conversation.')
export const inactive = () => forbidden('chat.inactive', 'Chat & Video Disabled')
export const closed = () => forbidden('chat.closed', 'Chat & Video Disabled')

/** Somebody who is in use of any part of it. */
export async function requireChat({ db, actor }: Asked): Promise<ChatFlags> {
  const flags = await findFlags(db, actor.personId)
  if (!flags.mentorship && !flags.assistant) throw isOff()
  return flags
}

const isActiveOther = (personId: number) => (member: MemberRow) => member.isActive && member.personId !== personId

/** Who takes part. A pair manager does while there is somebody to accompany. */
export function isOpenTo({ members }: Pick<ChannelState, 'members'>, personId: number): boolean {
  const me = members.find((member) => member.personId === personId)
  if (!me?.isActive) return false
  return !me.isPairManager || members.some(isActiveOther(personId))
}

export const readersOf = (channel: Pick<ChannelState, 'members'>): number[] =>
  channel.members.flatMap(({ personId }) => (isOpenTo(channel, personId) ? [personId] : []))

/** Why this person can write nothing there now; null where they can. */
export function whyClosed(channel: ChannelState, personId: number, now: Date): Closed {
  if (!isOpenTo(channel, personId)) return { reason: 'inactive', until: null }
  const until = closedUntil(now, channel, channel.quietHours)
  return until && { reason: 'blackout', until: until.toISOString() }
}

export async function findStates(db: Db, channels: readonly ChannelRow[]): Promise<ChannelState[]> {
  const members = await findMembersOf(
    db,
    channels.map(({ id }) => id),
  )
  const byChannel = Map.groupBy(members, ({ channelId }) => channelId)
  return channels.map((channel) => ({ ...channel, members: byChannel.get(channel.id) ?? [] }))
}

export async function findState(db: Db, id: number): Promise<ChannelState | null> {
  const [state] = await findStates(db, await findChannels(db, [id]))
  return state ?? null
}

/** Another's and one that never was answer alike; one that is closed to its own member says so. */
export function requireMember(channel: ChannelState | null, personId: number, flags: ChatFlags): ChannelState {
  if (!channel?.members.some((member) => member.personId === personId)) throw noSuchChannel()
  if (!isOnFor(flags, channel.kind)) throw isOff()
  return channel
}

export function requireOpenTo(channel: ChannelState | null, personId: number, flags: ChatFlags): ChannelState {
  const own = requireMember(channel, personId, flags)
  if (!isOpenTo(own, personId)) throw inactive()
  return own
}

/** One's own, also where one takes no part in it any more. */
export async function requireChannel({ db, actor }: Asked, id: number): Promise<ChannelState> {
  return requireMember(await findState(db, id), actor.personId, await findFlags(db, actor.personId))
}

/** One's own, to read or to do anything there. */
export async function requireOpenChannel({ db, actor }: Asked, id: number): Promise<ChannelState> {
  return requireOpenTo(await findState(db, id), actor.personId, await findFlags(db, actor.personId))
}
