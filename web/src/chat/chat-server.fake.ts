import { getUnread, listBotUsers, listChannels, listOwnHeldMessages } from '@saathi/contract/chat/calls'
import type { OwnHeldMessage } from '@saathi/contract/chat/filter'
import type { Channel } from '@saathi/contract/chat/entities'
import { getPresence, type Presence } from '@saathi/contract/chat/presence'
import { getTranslation } from '@saathi/contract/chat/translation'
import { ChatCommand, ChatEvent, type ChatMessage, PAGE_SIZE } from '@saathi/contract/chat/socket'
import type { Experiences, Profile } from '@saathi/contract/accounts/entities'
import { expect } from 'vitest'
import { makeEntry } from '#core/outbox/entry.fake.ts'
import type { OutboxEntry } from '#core/outbox/entry.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, showApp } from '../../test/harness.tsx'
import { channel, message, pageOf } from './chat.fake.ts'

type CommandOf<Name extends ChatCommand['command']> = Extract<ChatCommand, { command: Name }>

const unavailable = (channel_id: number): ChatEvent => ({
  command: 'error',
  code: 'core.unavailable',
  message: 'No.',
  channel_id,
})

/** A fake server with channels and messages that uses the real frames of the contract. */
export class PlayedChat {
  channels: Channel[]
  messages: ChatMessage[]
  /** The reader's own messages that wait for the team. */
  held: OwnHeldMessage[] = []
  canTranslate = false
  /** Who is online. */
  people: Presence[] = []
  unread: Record<number, { count: number; isTagged: boolean; isMuted?: boolean }> = {}
  /** False: sockets never open. */
  isUp = true
  /** False: sends are received and not answered. */
  answersSends = true
  /** True: only the newest page is sent. */
  refusesPages = false
  /** False: missed messages are not sent. */
  bringsMissed = true
  /** True: joins are refused temporarily. */
  refusesJoins = false
  /** The code with which the next send is refused. */
  refusesWith: string | null = null
  readonly received: ChatCommand[] = []
  #sockets: FakeSocket[] = []

  constructor(channels: Channel[], messages: ChatMessage[]) {
    this.channels = channels
    this.messages = messages
  }

  accept(socket: FakeSocket): void {
    if (!socket.url.endsWith('/ws/chat/') || !this.isUp) return
    this.#sockets.push(socket)
    socket.open()
  }

  take(socket: FakeSocket, data: unknown): void {
    if (!socket.url.endsWith('/ws/chat/')) return
    const command = ChatCommand.parse(data)
    this.received.push(command)
    this.#reply(command, socket)
  }

  /** Sends an event to every open socket. */
  send(event: ChatEvent): void {
    for (const socket of this.#sockets) if (socket.readyState === FakeSocket.OPEN) socket.say(ChatEvent.parse(event))
  }

  add(added: ChatMessage): void {
    this.messages.push(added)
    this.send(added)
  }

  comeBack(): void {
    this.isUp = true
    window.dispatchEvent(new Event('online'))
  }

  cut(): void {
    this.isUp = false
    for (const socket of this.#sockets) socket.close()
  }

  commands = <Name extends ChatCommand['command']>(name: Name): CommandOf<Name>[] =>
    this.received.filter((command): command is CommandOf<Name> => command.command === name)

  #reply(command: ChatCommand, socket: FakeSocket): void {
    switch (command.command) {
      case 'join':
        if (this.refusesJoins) return socket.say(unavailable(command.channel))
        if (!command.message_id || !this.bringsMissed) return undefined
        return this.#page(socket, command.channel, command.message_id, 'newer')
      case 'fetch_messages':
        return this.#newest(socket, command.channel)
      case 'get_room_chat_messages':
        return this.#page(socket, command.channel, command.message_id ?? 0, command.direction ?? 'around')
      case 'unread_message':
        return socket.say(this.#unread())
      case 'message_seen':
        delete this.unread[command.channel]
        return undefined
      case 'send':
        return this.#send(socket, command)
      case 'leave':
      case 'message_delivered':
      case 'presence':
      case 'typing':
        return undefined
    }
  }

  #in = (channelId: number) => this.messages.filter(({ channel_id }) => channel_id === channelId)

  #newest(socket: FakeSocket, channel_id: number): void {
    const all = this.#in(channel_id)
    socket.say(pageOf(all.slice(-PAGE_SIZE), { channel_id, has_next_page: all.length > PAGE_SIZE, page_number: 1 }))
  }

  #page(socket: FakeSocket, channel_id: number, anchorId: number, direction: 'older' | 'newer' | 'around'): void {
    if (this.refusesPages) return socket.say(unavailable(channel_id))
    const all = this.#in(channel_id)
    const older = all.filter(({ msg_id }) => (direction === 'around' ? msg_id <= anchorId : msg_id < anchorId))
    const newer = all.filter(({ msg_id }) => msg_id > anchorId)
    const size = direction === 'around' ? PAGE_SIZE / 2 : PAGE_SIZE
    const shown = [...(direction === 'newer' ? [] : older.slice(-size)), ...(direction === 'older' ? [] : newer.slice(0, size))]
    const has_next_page = direction === 'newer' || older.length > size
    const has_newer = direction === 'older' || newer.length > size
    socket.say(pageOf(shown, { channel_id, message_id: anchorId, has_next_page, has_newer }))
  }

  #unread(): ChatEvent {
    const channels = this.channels.map(({ channelId: channel_id }) => {
      const { count = 0, isTagged = false, isMuted } = this.unread[channel_id] ?? {}
      return { channel_id, unread_count: count, is_tagged: isTagged, is_muted: isMuted }
    })
    return { command: 'unread_message', channels }
  }

  #send(socket: FakeSocket, { channel: channel_id, message: text, tempId }: CommandOf<'send'>): void {
    if (!this.answersSends) return
    if (this.refusesWith) {
      socket.say({ command: 'error', code: this.refusesWith, message: 'No.', temp_id: tempId, channel_id } satisfies ChatEvent)
      this.refusesWith = null
      return
    }
    const stored = this.messages.find(({ temp_id }) => temp_id === tempId)
    if (stored) return socket.say(stored)
    const id = Math.max(0, ...this.messages.map(({ msg_id }) => msg_id)) + 1
    this.add(message(id, { channel_id, message: text, temp_id: tempId, user_id: 1 }))
  }
}

export function playChat(messages: ChatMessage[] = [], channels: Channel[] = [channel(1)]): PlayedChat {
  const played = new PlayedChat(channels, messages)
  FakeSocket.server = { onConnect: (socket) => played.accept(socket), onMessage: (socket, data) => played.take(socket, data) }
  answer(listChannels, () => ({ channels: played.channels }))
  answer(getUnread, () => ({
    channels: Object.entries(played.unread).map(([id, { count, isTagged, isMuted }]) => ({
      channelId: Number(id),
      unreadCount: count,
      isTagged,
      isMuted,
    })),
  }))
  answer(getTranslation, () => ({ isOn: played.canTranslate }))
  answer(getPresence, () => ({ isShown: true, people: played.people }))
  answer(listOwnHeldMessages, () => ({ held: played.held }))
  answer(listBotUsers, { botUsers: [{ userId: 50, roleType: 'ai_assistant' }] })
  return played
}

export function withChat(added: Partial<Experiences> = {}): Profile {
  const profile = makeProfile()
  const { experiences } = profile.status
  const chatStatus = { mentorshipChat: 'use', aiChat: 'use', helpCenter: 'off' } as const
  return { ...profile, status: { ...profile.status, experiences: { ...experiences, chattype: 'use', chatStatus, ...added } } }
}

export const showMessenger = (path = '/chat/messenger', profile = withChat()) => showApp({ path, profile })

/** Ravi's channel, with its messages loaded. */
export async function openRavi(path = '/chat/messenger?channel=1') {
  const screen = await showMessenger(path)
  const room = screen.getByRole('region', { name: 'Ravi Kumar' })
  const log = room.getByRole('log', { name: 'Messages with Ravi Kumar' })
  await expect.element(log).toBeVisible()
  return { screen, room, log, field: room.getByRole('textbox', { name: 'Message' }) }
}

const unsentId = '00000000-0000-4000-8000-000000000001'

/** A message to channel 1 that waits in the outbox. */
export function unsentEntry(
  text: string,
  { file = null, ...overrides }: Partial<OutboxEntry> & { file?: File | null } = {},
): OutboxEntry {
  const input = { tempId: unsentId, channel: 1, message: text, attachment: null, file, writtenAt: '2026-11-14T06:00:00.000Z' }
  return makeEntry({
    id: unsentId,
    kind: 'chat.message',
    line: file ? `chat.1.${unsentId}` : 'chat.1',
    isParallel: true,
    about: unsentId,
    input,
    label: { text: 'outbox.chat', values: { text } },
    ...overrides,
  })
}
