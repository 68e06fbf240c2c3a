import { CHANNELS_MAX } from '@saathi/contract/chat/calls'
import type { Channel } from '@saathi/contract/chat/entities'
import { linkToFoundPicture } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import {
  type ChannelState,
  type ChatFlags,
  findFlags,
  findStates,
  hiddenFrom,
  isOnFor,
  isOpenTo,
  requireChannel,
  requireChat,
  requireMember,
  whyClosed,
} from '../access.ts'
import { findChannels } from './store.ts'
import { findListedChannel, findListedChannels, type ListedChannel } from './list-store.ts'
import { findOwnChannelIds, updateQuiet } from './member-store.ts'
import { publishFrame } from '../server-events.ts'
import { directChannels, directKey, nameOf, showLastMessage, showMember } from './show-channel.ts'
import type { UnreadRow } from '../read-state/store.ts'
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

async function findOpenListed({ db, actor }: Ctx, flags: ChatFlags): Promise<ListedChannel[]> {
  const own = await findListedChannels(db, actor.personId, CHANNELS_MAX)
  return own.filter((channel) => isOnFor(flags, channel.kind) && isOpenTo(channel, actor.personId))
}

export async function listChannels(ctx: Ctx): Promise<Channel[]> {
  const listed = await findOpenListed(ctx, await requireChat(ctx))
  const direct = directChannels(listed, ctx.actor)
  return listed.map((channel) => showChannel(ctx, channel, direct))
}

/** A former member can still open it by address, but sees only its name. */
export async function getChannel(ctx: Ctx, id: number): Promise<Channel> {
  const { personId } = ctx.actor
  const flags = await findFlags(ctx.db, personId)
  const listed = await findOpenListed(ctx, flags)
  const found = listed.find((channel) => channel.id === id) ?? (await findListedChannel(ctx.db, personId, id))
  const channel = requireMember(found, personId, flags)
  const shown = showChannel(ctx, channel, directChannels(listed, ctx.actor))
  if (isOpenTo(channel, personId)) return shown
  const channelMembers = shown.channelMembers.filter(({ userId }) => userId === personId)
  return { ...shown, channelMembers, lastMessage: null, unreadCount: 0, isTagged: false }
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

function showChannel(ctx: Ctx, channel: ListedChannel, direct: ReadonlyMap<string, number>): Channel {
  const { id, kind, mentorshipId, members, lastMessage, unreadCount, isTagged, isReadOnly } = channel
  const reader = ctx.actor
  return {
    channelId: id,
    channelName: nameOf(channel, members, reader),
    kind,
    isGroup: kind === 'group',
    mentorship: mentorshipId,
    channelMembers: members.map((member) =>
      showMember(member, {
        reader,
        // After a farewell they may not see each other's pictures any more.
        picture: isReadOnly ? null : linkToFoundPicture(ctx, member),
        direct: direct.get(directKey(mentorshipId, member.personId)) ?? null,
      }),
    ),
    closed: whyClosed(channel, reader.personId, ctx.now()),
    lastMessage: showLastMessage(lastMessage, reader, hiddenFrom(channel, reader.personId)),
    unreadCount,
    isTagged,
    isMuted: members.some(({ personId, isQuiet }) => personId === reader.personId && isQuiet),
  }
}
