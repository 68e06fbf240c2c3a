import { CHANNELS_MAX } from '@saathi/contract/chat/calls'
import type { Channel } from '@saathi/contract/chat/entities'
import { linkToPictures } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import {
  type ChannelState,
  type ChatFlags,
  findStates,
  isOnFor,
  isOpenTo,
  requireChannel,
  requireChat,
  whyClosed,
} from './access.ts'
import { findChannels } from './channel-store.ts'
import { findLastLines, findOwnChannelIds, findShownMembers, type LastLine, type ShownMember } from './list-store.ts'
import { directChannels, directKey, nameOf, type Reader, showLastLine, showMember } from './show-channel.ts'
import { findUnread, type UnreadRow } from './unread-store.ts'
import { countUnread } from './unread.ts'

/** In the order of the list. */
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

/** By its address it is there for who takes no part any more, with its name and nothing of what happens in it. */
export async function getChannel(ctx: Ctx, id: number): Promise<Channel> {
  const state = await requireChannel(ctx, id)
  const own = await findOpenStates(ctx, await requireChat(ctx))
  const [shown] = await showChannels(ctx, [state], own)
  if (!shown) throw new Error(`the channel ${id} cannot be shown`)
  if (isOpenTo(state, ctx.actor.personId)) return shown
  const { personId } = ctx.actor
  const channelMembers = shown.channelMembers.filter(({ userId }) => userId === personId)
  return { ...shown, channelMembers, lastMessage: null, unreadCount: 0, isTagged: false }
}

export async function getUnread(ctx: Ctx): Promise<{ channelId: number; unreadCount: number; isTagged: boolean }[]> {
  const unread = await countUnread(ctx.db, ctx.actor.personId, await requireChat(ctx))
  return unread.slice(0, CHANNELS_MAX)
}

async function showChannels(ctx: Ctx, states: readonly ChannelState[], own: readonly ChannelState[]): Promise<Channel[]> {
  const { db, actor } = ctx
  const ids = states.map(({ id }) => id)
  const members = await findShownMembers(db, ids)
  const lines = new Map((await findLastLines(db, ids)).map((line) => [line.channelId, line]))
  const unread = new Map((await findUnread(db, actor.personId)).map((row) => [row.channelId, row]))
  const pictures = await linkToPictures(ctx, members)
  const shown: Shown = {
    reader: actor,
    now: ctx.now(),
    members: Map.groupBy(members, ({ channelId }) => channelId),
    pictures: new Map(members.map((member, at) => [member, pictures[at] ?? null])),
    direct: directChannels(own, actor),
    lines,
    unread,
  }
  return states.map((state) => showChannel(state, shown))
}

type Shown = {
  reader: Reader
  now: Date
  members: ReadonlyMap<number, ShownMember[]>
  pictures: ReadonlyMap<ShownMember, string | null>
  direct: ReadonlyMap<string, number>
  lines: ReadonlyMap<number, LastLine>
  unread: ReadonlyMap<number, UnreadRow>
}

function showChannel(state: ChannelState, { reader, now, members, pictures, direct, lines, unread }: Shown): Channel {
  const { id, kind, mentorshipId } = state
  const inside = members.get(id) ?? []
  return {
    channelId: id,
    channelName: nameOf(state, inside, reader),
    kind,
    isGroup: kind === 'group',
    mentorship: mentorshipId,
    channelMembers: inside.map((member) =>
      showMember(member, {
        reader,
        picture: pictures.get(member) ?? null,
        direct: direct.get(directKey(mentorshipId, member.personId)) ?? null,
      }),
    ),
    closed: whyClosed(state, reader.personId, now),
    lastMessage: showLastLine(lines.get(id), reader),
    unreadCount: unread.get(id)?.unreadCount ?? 0,
    isTagged: unread.get(id)?.isTagged ?? false,
  }
}
