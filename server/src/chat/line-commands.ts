import { type ChatCommand, type ChatCommandName, type ChatEvent, TEXT_MAX } from '@saathi/contract/chat/socket'
import type { World } from '#core/ctx.ts'
import { badInput, coreRefusal } from '#core/errors.ts'
import { type ChannelState, closed, readersOf, requireOpenTo, whyClosed } from './access.ts'
import { type AttachmentDesk, readAttachment } from './attachments.ts'
import { hearLooked } from './away-job.ts'
import type { ChatHub, ChatSeat } from './hub.ts'
import { tellFrame } from './hub-notes.ts'
import type { LinePace } from './line-pace.ts'
import { catchUp, type PageTools, sendNewest, sendPage } from './line-pages.ts'
import type { MembershipMemory } from './membership.ts'
import { findSent } from './message-store.ts'
import { showMessage } from './show-message.ts'
import { countUnread, showUnread } from './unread.ts'
import { updateSeen } from './unread-store.ts'
import type { ChatWriter } from './writer.ts'

export type LineTools = {
  world: World
  hub: ChatHub
  memory: MembershipMemory
  writer: ChatWriter
  pace: LinePace
  desk: AttachmentDesk
  /** Where a channel stands when somebody begins to listen to it. */
  begin: (channelId: number, lastId: number) => void
  /** After what is on its way to everybody in this channel. */
  inTurn: (channelId: number, work: () => void) => void
}
type Named<Name extends ChatCommandName> = Extract<ChatCommand, { command: Name }>
/** Says by itself that something went wrong after the command was taken, as for a message that waits to be written. */
export type Complain = (error: unknown) => void

const pageTools = ({ world, hub, pace }: LineTools): PageTools => ({
  db: world.db,
  links: linksOf(world),
  say: hub.say,
  release: hub.release,
  mayBringMore: pace.isWithinPages,
})
export const linksOf = ({ clock, fileLinks }: World) => ({ now: clock.now, fileLinks })

const requireSeated = async ({ memory }: LineTools, { claims, flags }: ChatSeat, channelId: number): Promise<ChannelState> =>
  requireOpenTo(await memory.of(channelId), claims.personId, flags)

/** Pages are read by their channel alone, so who reads them was found to be in it just now. */
const requireReader = async ({ memory }: LineTools, { claims, flags }: ChatSeat, channelId: number): Promise<ChannelState> =>
  requireOpenTo(await memory.recent(channelId), claims.personId, flags)

/** Each is asked by somebody who is known, and none of them believes anything else that a frame says of its sender. */
export async function carryOut(tools: LineTools, seat: ChatSeat, command: ChatCommand, complain: Complain): Promise<void> {
  switch (command.command) {
    case 'unread_message':
      return sendUnread(tools, seat)
    case 'leave':
      // What one was never in can be left, too: nothing is revealed by it.
      return void seat.joined.delete(command.channel)
    case 'join':
      return join(tools, seat, command)
    case 'send':
      return send(tools, seat, command, complain)
    case 'fetch_messages':
      await requireReader(tools, seat, command.channel)
      return sendNewest(pageTools(tools), seat, command.channel)
    case 'get_room_chat_messages':
      await requireReader(tools, seat, command.channel)
      return sendPage(pageTools(tools), seat, command)
    case 'message_seen':
      return markSeen(tools, seat, command)
  }
}

async function sendUnread({ world, hub }: LineTools, seat: ChatSeat): Promise<void> {
  hub.say(seat, showUnread(await countUnread(world.db, seat.claims.personId, seat.flags)))
}

const JOINED_MAX = 500

async function join(tools: LineTools, seat: ChatSeat, { channel, message_id: knownId }: Named<'join'>): Promise<void> {
  await requireReader(tools, seat, channel)
  if (seat.joined.size >= JOINED_MAX) seat.joined.clear()
  seat.joined.add(channel)
  if (knownId !== undefined && knownId !== null) await catchUp(pageTools(tools), seat, channel, Math.max(knownId, 0))
}

/** The database can keep no zero, and half a sign is no sign. */
const readable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

async function send(tools: LineTools, seat: ChatSeat, command: Named<'send'>, complain: Complain): Promise<void> {
  const { writer, pace, hub, world, inTurn } = tools
  const { personId } = seat.claims
  if (!pace.isWithinSends(personId)) throw coreRefusal('core.too_many', { retryAfterSeconds: 60 })
  const given = command.attachments ?? []
  const state = await (given.length > 0 ? requireReader : requireSeated)(tools, seat, command.channel)
  const text = readable(command.message.slice(0, TEXT_MAX + 1))
  if (command.message.length > TEXT_MAX) throw badInput('chat.too_long', `A message can have ${TEXT_MAX} characters.`)
  if (given.length > 0 && state.kind === 'assistant') throw badInput('chat.text_only', 'Here you can write, and nothing else.')
  const { fileId, extra, isRepeat } = given.length > 0 ? await attach(tools, personId, state, command) : nothingAttached
  const isEmpty = text.trim() === '' && fileId === null && extra === null
  if (isEmpty && !isRepeat) throw badInput('chat.empty', 'There is nothing in this message.')
  const order = {
    channelId: command.channel,
    senderId: personId,
    tempId: command.tempId,
    text,
    fileId,
    extra,
    by: 'member',
  } as const
  // Not waited for: the next command need not stand behind a commit, and the queue keeps the order.
  const told = async () => {
    const outcome = await writer.send(order)
    if ('refusal' in outcome) complain(outcome.refusal)
    else if (outcome.isRepeat) {
      const { row } = outcome
      inTurn(row.channelId, () => hub.say(seat, showMessage(row, seat.claims, linksOf(world))))
    }
  }
  told().catch(complain)
}
const nothingAttached = { fileId: null, extra: null, isRepeat: false }

/** Nothing is kept of what was sent before, nor where nothing can be said. */
async function attach({ world, desk }: LineTools, personId: number, state: ChannelState, command: Named<'send'>) {
  const key = { channelId: state.id, senderId: personId, tempId: command.tempId }
  if ((await findSent(world.db, [key])).length > 0) return { ...nothingAttached, isRepeat: true }
  if (whyClosed(state, personId, world.clock.now())) throw closed()
  return { ...(await readAttachment(desk, { personId }, command.attachments)), isRepeat: false }
}

/** Every tab of the reader, and everybody else in it, sees how far they have come. */
async function markSeen(tools: LineTools, seat: ChatSeat, command: Named<'message_seen'>): Promise<void> {
  const { world, desk } = tools
  const { personId } = seat.claims
  const channel = await requireSeated(tools, seat, command.channel)
  const wanted = { channelId: channel.id, personId, messageId: command.message_id ?? null }
  const seen = await updateSeen(world.db, wanted, world.clock.now())
  if (!seen) return
  if (seen.isTold) await hearLooked(world, desk.log, { personId, channelId: channel.id })
  const event: ChatEvent = {
    command: 'update_last_viewed_timestamp',
    channel_id: channel.id,
    user_id: personId,
    last_viewed_timestamp: seen.viewedAt.toISOString(),
    message_id: seen.lastSeenId,
  }
  tellFrame(world, readersOf(channel), event)
}
