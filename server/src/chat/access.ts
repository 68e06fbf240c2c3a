import type { ChannelKind, Closed } from '@saathi/contract/chat/entities'
import { type BlockedPair, findBlockedPairs, findExperiences } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, forbidden, notFound } from '#core/errors.ts'
import { closedUntil } from './blackout.ts'
import { type ChannelRow, findChannels } from './channels/store.ts'
import { findMembersOf, type MemberRow } from './channels/member-store.ts'

/** The part of the context that access checks need. */
export type Viewer = Pick<Ctx, 'db' | 'actor'>
/** A channel with its current and former members, and the blocks among them. */
export type ChannelState = ChannelRow & { members: readonly MemberRow[]; apart: readonly BlockedPair[] }
/** The kinds of conversation that are enabled for a person. */
export type ChatFlags = { mentorship: boolean; assistant: boolean }

export async function findFlags(db: Db, personId: number): Promise<ChatFlags> {
  const { chattype, chatStatus } = await findExperiences(db, personId)
  const isEnabled = (flag: string) => chattype === 'use' && flag === 'use'
  return { mentorship: isEnabled(chatStatus.mentorshipChat), assistant: isEnabled(chatStatus.aiChat) }
}

export const isOnFor = (flags: ChatFlags, kind: ChannelKind): boolean =>
  kind === 'assistant' ? flags.assistant : flags.mentorship

export const isOff = () => forbidden('chat.off')
export const replyNotFound = () => badInput('chat.reply_not_found')
export const noSuchChannel = () => notFound('chat.channel_not_found')
export const inactive = () => forbidden('chat.inactive')
export const closed = () => forbidden('chat.closed')
/** The sender is asked to confirm; a confirmed message is delivered. */
export const contactWarning = () => conflict('chat.contact_warning')
export const fileGone = () => badInput('chat.attachment_refused', { text: 'refusal.chat.attachment_refused.gone' })

/** Requires that at least one kind of chat is enabled. */
export async function requireChat({ db, actor }: Viewer): Promise<ChatFlags> {
  const flags = await findFlags(db, actor.personId)
  if (!flags.mentorship && !flags.assistant) throw isOff()
  return flags
}

const isActiveOther = (personId: number) => (member: MemberRow) => member.isActive && member.personId !== personId

/** True for active members. A pair manager takes part only while somebody else does. */
export function isOpenTo({ members }: Pick<ChannelState, 'members'>, personId: number): boolean {
  const me = members.find((member) => member.personId === personId)
  if (!me?.isActive) return false
  return !me.isPairManager || members.some(isActiveOther(personId))
}

export const readersOf = (channel: Pick<ChannelState, 'members'>): number[] =>
  channel.members.flatMap(({ personId }) => (isOpenTo(channel, personId) ? [personId] : []))

const nobody: ReadonlySet<number> = new Set()

/**
 * In a group, people of whom one has blocked the other do not see each other's messages. In a two-person channel nobody can
 * write, but old messages stay visible.
 */
export function hiddenFrom({ kind, apart }: Pick<ChannelState, 'kind' | 'apart'>, personId: number | null): ReadonlySet<number> {
  if (kind !== 'group' || apart.length === 0) return nobody
  return new Set(apart.flatMap(([one, other]) => (one === personId ? [other] : other === personId ? [one] : [])))
}

/** The people who receive this person's messages. */
export function readersOfSender(channel: ChannelState, senderId: number | null): number[] {
  const hidden = hiddenFrom(channel, senderId)
  const readers = readersOf(channel)
  return hidden.size === 0 ? readers : readers.filter((personId) => !hidden.has(personId))
}

/** Whether a block keeps this person from writing to the other one. */
const isBlockedIn = ({ kind, apart }: ChannelState, personId: number): boolean =>
  kind !== 'group' && apart.some((pair) => pair.includes(personId))

const isMutedAt = ({ isMuted, mutedUntil }: MemberRow, now: Date): boolean => isMuted && (mutedUntil === null || mutedUntil > now)

/** Why this person cannot write now; null if they can. */
export function whyClosed(channel: ChannelState, personId: number, now: Date): Closed {
  if (!isOpenTo(channel, personId)) return { reason: 'inactive', until: null }
  if (channel.isReadOnly) return { reason: 'ended', until: null }
  // The same reason for all three cases, so that a block is not revealed.
  const me = channel.members.find((member) => member.personId === personId)
  if (channel.isPaused || isBlockedIn(channel, personId)) return { reason: 'blackout', until: null }
  if (me && isMutedAt(me, now)) return { reason: 'blackout', until: me.mutedUntil?.toISOString() ?? null }
  const until = closedUntil(now, channel, channel.quietHours)
  return until && { reason: 'blackout', until: until.toISOString() }
}

export async function findStates(db: Db, channels: readonly ChannelRow[]): Promise<ChannelState[]> {
  const members = await findMembersOf(
    db,
    channels.map(({ id }) => id),
  )
  const byChannel = Map.groupBy(members, ({ channelId }) => channelId)
  const allBlockedPairs = await findBlockedPairs(db, [...new Set(members.map(({ personId }) => personId))])
  return channels.map((channel) => {
    const own = byChannel.get(channel.id) ?? []
    const ids = new Set(own.map(({ personId }) => personId))
    return { ...channel, members: own, apart: allBlockedPairs.filter(([one, other]) => ids.has(one) && ids.has(other)) }
  })
}

export async function findState(db: Db, id: number): Promise<ChannelState | null> {
  const [state] = await findStates(db, await findChannels(db, [id]))
  return state ?? null
}

/** Other people's channels look as if they did not exist. Only a member learns that their channel is disabled. */
export function requireMember<C extends ChannelState>(channel: C | null, personId: number, flags: ChatFlags): C {
  if (!channel?.members.some((member) => member.personId === personId)) throw noSuchChannel()
  if (!isOnFor(flags, channel.kind)) throw isOff()
  return channel
}

export function requireOpenTo(channel: ChannelState | null, personId: number, flags: ChatFlags): ChannelState {
  const own = requireMember(channel, personId, flags)
  if (!isOpenTo(own, personId)) throw inactive()
  return own
}

/** The viewer's own channel, even if they no longer take part. */
export async function requireChannel({ db, actor }: Viewer, id: number): Promise<ChannelState> {
  return requireMember(await findState(db, id), actor.personId, await findFlags(db, actor.personId))
}

/** The viewer's own channel, with the right to read and write. */
export async function requireOpenChannel({ db, actor }: Viewer, id: number): Promise<ChannelState> {
  return requireOpenTo(await findState(db, id), actor.personId, await findFlags(db, actor.personId))
}
