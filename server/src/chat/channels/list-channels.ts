import { CHANNELS_MAX } from '@saathi/contract/chat/calls'
import type { Channel } from '@saathi/contract/chat/entities'
import { linkToPictures } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import {
  type ChannelState,
  type ChatFlags,
  findStates,
  hiddenFrom,
  isOnFor,
  isOpenTo,
  requireChannel,
  requireChat,
  whyClosed,
} from '../access.ts'
import { findChannels } from './store.ts'
import {
  findLastMessageRows,
  findOwnChannelIds,
  findShownMembers,
  type LastMessageRow,
  type ShownMember,
  updateQuiet,
} from './member-store.ts'
import { publishFrame } from '../server-events.ts'
import { directChannels, directKey, nameOf, type Reader, showLastMessage, showMember } from './show-channel.ts'
import { findUnread, type UnreadRow } from '../read-state/store.ts'
import { countUnread } from '../read-state/unread.ts'

/** Sorted as the list shows them. */
export async function findOpenStates({ db, actor }: Pick<Ctx, 'db' | 'actor'>, flags: ChatFlags): Promise<ChannelState[]> {
  const ids = await findOwnChannelIds(db, actor.personId, CHANNELS_MAX)
  const states = new Map((await findStates(db, await findChannels(db, ids))).map((state) => [state.id, state]))
  return ids.flatMap((id) => {
    const state = states.get(id)
    return state && isOnFor(flags, state.kind) && isOpenTo(state, actor.personId) ? [state] : []
  })
}

export async function listChannels(ctx: Ctx): Promise<Channel[]> {
  const states = await findOpenStates(ctx, await requireChat(ctx))
  return showChannels(ctx, states, states)
}

/** A former member can still open it by address, but sees only its name. */
export async function getChannel(ctx: Ctx, id: number): Promise<Channel> {
  const state = await requireChannel(ctx, id)
  const ownStates = await findOpenStates(ctx, await requireChat(ctx))
  const [context] = await showChannels(ctx, [state], ownStates)
  if (!context) throw new Error(`channel ${id} could not be shown`)
  if (isOpenTo(state, ctx.actor.personId)) return context
  const { personId } = ctx.actor
  const channelMembers = context.channelMembers.filter(({ userId }) => userId === personId)
  return { ...context, channelMembers, lastMessage: null, unreadCount: 0, isTagged: false }
}

export async function getUnread(ctx: Ctx): Promise<Omit<UnreadRow, 'kind'>[]> {
  const unread = await countUnread(ctx.db, ctx.actor.personId, await requireChat(ctx))
  return unread.slice(0, CHANNELS_MAX)
}

/** Shown in the person's other tabs as well. */
export async function muteChannel(ctx: Ctx, id: number, isMuted: boolean): Promise<{ isMuted: boolean }> {
  const { personId } = ctx.actor
  await requireChannel(ctx, id)
  await updateQuiet(ctx.db, id, personId, isMuted)
  publishFrame(ctx, [personId], { command: 'reload' })
  return { isMuted }
}

async function showChannels(ctx: Ctx, states: readonly ChannelState[], ownStates: readonly ChannelState[]): Promise<Channel[]> {
  const { db, actor } = ctx
  const ids = states.map(({ id }) => id)
  const members = await findShownMembers(db, ids)
  const lines = new Map((await findLastMessageRows(db, ids)).map((line) => [line.channelId, line]))
  const unread = new Map((await findUnread(db, actor.personId)).map((row) => [row.channelId, row]))
  const pictures = await linkToPictures(ctx, members)
  const context: ListContext = {
    reader: actor,
    now: ctx.now(),
    members: Map.groupBy(members, ({ channelId }) => channelId),
    pictures: new Map(members.map((member, at) => [member, pictures[at] ?? null])),
    direct: directChannels(ownStates, actor),
    lines,
    unread,
  }
  return states.map((state) => showChannel(state, context))
}

type ListContext = {
  reader: Reader
  now: Date
  members: ReadonlyMap<number, ShownMember[]>
  pictures: ReadonlyMap<ShownMember, string | null>
  direct: ReadonlyMap<string, number>
  lines: ReadonlyMap<number, LastMessageRow>
  unread: ReadonlyMap<number, UnreadRow>
}

function showChannel(state: ChannelState, { reader, now, members, pictures, direct, lines, unread }: ListContext): Channel {
  const { id, kind, mentorshipId } = state
  const channelMembers = members.get(id) ?? []
  return {
    channelId: id,
    channelName: nameOf(state, channelMembers, reader),
    kind,
    isGroup: kind === 'group',
    mentorship: mentorshipId,
    channelMembers: channelMembers.map((member) =>
      showMember(member, {
        reader,
        // After a farewell they may not see each other's pictures any more.
        picture: state.isReadOnly ? null : (pictures.get(member) ?? null),
        direct: direct.get(directKey(mentorshipId, member.personId)) ?? null,
      }),
    ),
    closed: whyClosed(state, reader.personId, now),
    lastMessage: showLastMessage(lines.get(id), reader, hiddenFrom(state, reader.personId)),
    unreadCount: unread.get(id)?.unreadCount ?? 0,
    isTagged: unread.get(id)?.isTagged ?? false,
    isMuted: channelMembers.some(({ personId, isQuiet }) => personId === reader.personId && isQuiet),
  }
}
