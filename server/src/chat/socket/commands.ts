import { type ChatCommand, type ChatCommandName, type ChatEvent, TEXT_MAX } from '@saathi/contract/chat/socket'
import type { World } from '#core/ctx.ts'
import { badInput, coreRefusal } from '#core/errors.ts'
import {
  type ChannelState,
  closed,
  hiddenFrom,
  isOnFor,
  readersOf,
  readersOfSender,
  requireOpenTo,
  whyClosed,
} from '../access.ts'
import { type AttachmentDesk, readAttachment } from '../attachments/attachments.ts'
import { findCare } from '../care.ts'
import { onChannelSeen } from '../read-state/away-job.ts'
import type { ChatConnections, ChatConnection } from './connections.ts'
import type { ChatPresence } from '../presence/presence.ts'
import { findIsShown } from '../presence/store.ts'
import { CHANNELS_CHANGED, presenceEvent, publishFrame } from '../server-events.ts'
import type { PersonLimits } from './limits.ts'
import { catchUp, type PageDeps, sendChanged, sendNewest, sendPage } from './pages.ts'
import type { MembershipCache } from '../write/membership-cache.ts'
import { findSent } from '../message-store.ts'
import { showMessage } from '../show-message.ts'
import { countUnread, showUnread } from '../read-state/unread.ts'
import { updateDelivered, updateSeen } from '../read-state/store.ts'
import type { ChatWriter } from '../write/writer.ts'

export type SocketDeps = {
  world: World
  connections: ChatConnections
  cache: MembershipCache
  writer: ChatWriter
  limits: PersonLimits
  presence: ChatPresence
  desk: AttachmentDesk
  /** Sets the newest id of a channel when somebody starts to listen to it. */
  startAt: (channelId: number, lastId: number) => void
  /** Runs after the messages that are being delivered in this channel. */
  afterGap: (channelId: number, work: () => void) => void
}
type CommandOf<Name extends ChatCommandName> = Extract<ChatCommand, { command: Name }>
/** Reports a failure after the command was accepted, for example of a message that waits to be written. */
export type ReportError = (error: unknown) => void

const pageDeps = ({ world, connections, limits }: SocketDeps, { claims }: ChatConnection, state: ChannelState): PageDeps => ({
  db: world.db,
  links: linksOf(world),
  send: connections.send,
  flush: connections.flush,
  hidden: hiddenFrom(state, claims.personId),
  allowsMore: limits.allowsPage,
})
export const linksOf = ({ clock, fileLinks }: World) => ({ now: clock.now, fileLinks })

const requireCachedChannel = async (
  { cache }: SocketDeps,
  { claims, flags }: ChatConnection,
  channelId: number,
): Promise<ChannelState> => requireOpenTo(await cache.get(channelId), claims.personId, flags)

/** The queries for pages do not check membership, so check it here against a fresh state. */
const requireFreshChannel = async (
  { cache }: SocketDeps,
  { claims, flags }: ChatConnection,
  channelId: number,
): Promise<ChannelState> => requireOpenTo(await cache.getFresh(channelId), claims.personId, flags)

/** The sender is authenticated; other claims in a frame about its sender are ignored. */
export async function handleCommand(
  deps: SocketDeps,
  connection: ChatConnection,
  command: ChatCommand,
  reportError: ReportError,
): Promise<void> {
  switch (command.command) {
    case 'unread_message':
      return sendUnread(deps, connection)
    case 'leave':
      // Leaving a channel the person was never in is fine and reveals nothing.
      return void connection.joined.delete(command.channel)
    case 'join':
      return join(deps, connection, command)
    case 'send':
      return send(deps, connection, command, reportError)
    case 'fetch_messages': {
      const state = await requireFreshChannel(deps, connection, command.channel)
      return sendNewest(pageDeps(deps, connection, state), connection, command.channel)
    }
    case 'get_room_chat_messages': {
      const state = await requireFreshChannel(deps, connection, command.channel)
      return sendPage(pageDeps(deps, connection, state), connection, command)
    }
    case 'message_seen':
      return markSeen(deps, connection, command)
    case 'message_delivered':
      return markDelivered(deps, connection, command)
    case 'presence':
      return setVisible(deps, connection, command.is_visible)
    case 'typing':
      return sendTyping(deps, connection, command)
  }
}

async function sendUnread({ world, connections }: SocketDeps, connection: ChatConnection): Promise<void> {
  connections.send(connection, showUnread(await countUnread(world.db, connection.claims.personId, connection.flags)))
}

const JOINED_MAX = 500

async function join(
  deps: SocketDeps,
  connection: ChatConnection,
  { channel, message_id: knownId, changed_since: since }: CommandOf<'join'>,
): Promise<void> {
  const state = await requireFreshChannel(deps, connection, channel)
  if (connection.joined.size >= JOINED_MAX) connection.joined.clear()
  connection.joined.add(channel)
  if (knownId === undefined || knownId === null) return
  const pages = pageDeps(deps, connection, state)
  await catchUp(pages, connection, channel, Math.max(knownId, 0))
  if (since) await sendChanged(pages, connection, { channelId: channel, since: new Date(since), upTo: knownId })
}

/** Postgres stores no NUL characters and no lone surrogates. */
const toStorableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

async function send(
  deps: SocketDeps,
  connection: ChatConnection,
  command: CommandOf<'send'>,
  reportError: ReportError,
): Promise<void> {
  const { writer, limits, connections, world, afterGap } = deps
  const { personId } = connection.claims
  if (!limits.allowsSend(personId)) throw coreRefusal('core.too_many', { retryAfterSeconds: 60 })
  const attachments = command.attachments ?? []
  const state = await (attachments.length > 0 ? requireFreshChannel : requireCachedChannel)(deps, connection, command.channel)
  const text = toStorableText(command.message.slice(0, TEXT_MAX + 1))
  if (command.message.length > TEXT_MAX) throw badInput('chat.too_long', { values: { count: TEXT_MAX } })
  const isPlain = attachments.length === 0 && (command.reply_to ?? null) === null
  if (!isPlain && state.kind === 'assistant') throw badInput('chat.text_only')
  const { fileId, extra, isRepeat } =
    attachments.length > 0 ? await storeAttachment(deps, personId, state, command) : noAttachment
  const isEmpty = text.trim() === '' && fileId === null && extra === null
  if (isEmpty && !isRepeat) throw badInput('chat.empty')
  const request = {
    channelId: command.channel,
    senderId: personId,
    tempId: command.tempId,
    text,
    fileId,
    extra,
    by: 'member',
    replyToId: command.reply_to ?? null,
    isConfirmed: command.isConfirmed === true,
  } as const
  // Not awaited: the next command need not wait for this commit, and the write queue keeps the order.
  const writeAndReply = async () => {
    const result = await writer.send(request)
    if ('refusal' in result) reportError(result.refusal)
    else if ('isHeld' in result) publishFrame(world, [personId], heldFrame(command))
    else {
      const { row, isRepeat } = result
      if (isRepeat)
        afterGap(row.channelId, () => connections.send(connection, showMessage(row, connection.claims, linksOf(world))))
      const care = await findCare(world, state, row, { personId, language: connection.language })
      if (care) connections.send(connection, care)
    }
  }
  writeAndReply().catch(reportError)
}
const heldFrame = ({ channel, tempId }: CommandOf<'send'>): ChatEvent => ({
  command: 'message_held',
  channel_id: channel,
  temp_id: tempId,
})
const noAttachment = { fileId: null, extra: null, isRepeat: false }

/** Stores no file for a repeated message or in a closed channel. */
async function storeAttachment({ world, desk }: SocketDeps, personId: number, state: ChannelState, command: CommandOf<'send'>) {
  const key = { channelId: state.id, senderId: personId, tempId: command.tempId }
  if ((await findSent(world.db, [key])).length > 0) return { ...noAttachment, isRepeat: true }
  if (whyClosed(state, personId, world.clock.now())) throw closed()
  return { ...(await readAttachment(desk, { personId }, command.attachments)), isRepeat: false }
}

/** Publishes the read position to every tab of the reader and to the other members. */
async function markSeen(deps: SocketDeps, connection: ChatConnection, command: CommandOf<'message_seen'>): Promise<void> {
  const { world, desk } = deps
  const { personId } = connection.claims
  const channel = await requireCachedChannel(deps, connection, command.channel)
  const mark = { channelId: channel.id, personId, messageId: command.message_id ?? null }
  const seen = await updateSeen(world.db, mark, world.clock.now())
  if (!seen) return
  if (seen.isNotified) await onChannelSeen(world, desk.log, { personId, channelId: channel.id })
  const event: ChatEvent = {
    command: 'update_last_viewed_timestamp',
    channel_id: channel.id,
    user_id: personId,
    last_viewed_timestamp: seen.viewedAt.toISOString(),
    message_id: seen.lastSeenId,
  }
  publishFrame(world, readersOf(channel), event)
}

/** Notifies the other members that their messages have reached this person. */
async function markDelivered(
  { world, cache }: SocketDeps,
  { claims: { personId } }: ChatConnection,
  command: CommandOf<'message_delivered'>,
): Promise<void> {
  const now = world.clock.now()
  const marks = await updateDelivered(world.db, { personId, messageId: command.message_id ?? null }, now)
  for (const { channelId, deliveredId } of marks) {
    const channel = await cache.get(channelId)
    if (!channel) continue
    const event: ChatEvent = {
      command: 'message_delivered',
      channel_id: channelId,
      user_id: personId,
      message_id: deliveredId,
      delivered_on: now.toISOString(),
    }
    publishFrame(
      world,
      readersOfSender(channel, personId).filter((id) => id !== personId),
      event,
    )
  }
}

async function setVisible({ world, presence }: SocketDeps, connection: ChatConnection, isVisible: boolean): Promise<void> {
  const { personId } = connection.claims
  const isShown = connection.presence?.isShown ?? (await findIsShown(world.db, personId))
  connection.presence = { isVisible, isShown }
  presence.touch(personId)
}

/** Sends nothing if the channel is closed or the person hides their presence. */
async function sendTyping(
  { world, cache, connections }: SocketDeps,
  connection: ChatConnection,
  { channel: channelId, has_stopped }: CommandOf<'typing'>,
): Promise<void> {
  const { personId } = connection.claims
  if (!connection.presence?.isShown) return
  const channel = await cache.get(channelId)
  if (!channel || channel.kind === 'assistant' || !isOnFor(connection.flags, channel.kind)) return
  if (whyClosed(channel, personId, world.clock.now())) return
  const to = readersOfSender(channel, personId).filter((id) => id !== personId)
  const frame: ChatEvent = { command: 'typing', channel_id: channelId, user_id: personId, ...(has_stopped && { has_stopped }) }
  const event = presenceEvent(to, frame, { personId, hasLeft: false })
  // Every message has such a frame, so a single server does not serialise and parse it.
  if (world.isSingleServer) connections.onChannelEvent(event)
  else world.publishToTopic(CHANNELS_CHANGED, JSON.stringify(event))
}
