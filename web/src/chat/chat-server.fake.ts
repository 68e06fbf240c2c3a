import { getUnread, listBotUsers, listChannels } from '@saathi/contract/chat/calls'
import type { Channel } from '@saathi/contract/chat/entities'
import { ChatCommand, ChatEvent, type ChatMessage, PAGE_SIZE } from '@saathi/contract/chat/socket'
import type { Experiences, Profile } from '@saathi/contract/accounts/entities'
import { expect } from 'vitest'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, showApp } from '../../test/harness.tsx'
import { channel, message, pageOf } from './chat.fake.ts'

type Named<Name extends ChatCommand['command']> = Extract<ChatCommand, { command: Name }>

const later = (channel_id: number): ChatEvent => ({ command: 'error', code: 'core.unavailable', message: 'No.', channel_id })

/** A server that keeps channels and their messages and speaks on the line as the real one does; frames are the contract's. */
export class PlayedChat {
  channels: Channel[]
  messages: ChatMessage[]
  unread: Record<number, { count: number; isTagged: boolean }> = {}
  /** False: lines are asked for and never open. */
  isUp = true
  /** False: it hears what is sent and says nothing to it. */
  answersSends = true
  /** True: it refuses to bring other pages than the newest. */
  refusesPages = false
  /** False: what was missed is asked for, and does not come. */
  bringsMissed = true
  /** True: whoever wants to join is told to come later. */
  refusesJoins = false
  /** The code with which the next send is refused. */
  refusesWith: string | null = null
  readonly heard: ChatCommand[] = []
  #lines: FakeSocket[] = []

  constructor(channels: Channel[], messages: ChatMessage[]) {
    this.channels = channels
    this.messages = messages
  }

  met(line: FakeSocket): void {
    if (!line.url.endsWith('/ws/chat/') || !this.isUp) return
    this.#lines.push(line)
    line.open()
  }

  take(line: FakeSocket, said: unknown): void {
    if (!line.url.endsWith('/ws/chat/')) return
    const command = ChatCommand.parse(said)
    this.heard.push(command)
    this.#reply(command, line)
  }

  /** To every line that is open. */
  say(event: ChatEvent): void {
    for (const line of this.#lines) if (line.readyState === FakeSocket.OPEN) line.say(ChatEvent.parse(event))
  }

  add(given: ChatMessage): void {
    this.messages.push(given)
    this.say(given)
  }

  comeBack(): void {
    this.isUp = true
    window.dispatchEvent(new Event('online'))
  }

  cut(): void {
    this.isUp = false
    for (const line of this.#lines) line.close()
  }

  commands = <Name extends ChatCommand['command']>(name: Name): Named<Name>[] =>
    this.heard.filter((command): command is Named<Name> => command.command === name)

  #reply(command: ChatCommand, line: FakeSocket): void {
    switch (command.command) {
      case 'join':
        if (this.refusesJoins) return line.say(later(command.channel))
        if (!command.message_id || !this.bringsMissed) return undefined
        return this.#page(line, command.channel, command.message_id, 'newer')
      case 'fetch_messages':
        return this.#newest(line, command.channel)
      case 'get_room_chat_messages':
        return this.#page(line, command.channel, command.message_id ?? 0, command.direction ?? 'around')
      case 'unread_message':
        return line.say(this.#unread())
      case 'message_seen':
        delete this.unread[command.channel]
        return undefined
      case 'send':
        return this.#send(line, command)
      case 'leave':
        return undefined
    }
  }

  #in = (channelId: number) => this.messages.filter(({ channel_id }) => channel_id === channelId)

  #newest(line: FakeSocket, channel_id: number): void {
    const all = this.#in(channel_id)
    line.say(pageOf(all.slice(-PAGE_SIZE), { channel_id, has_next_page: all.length > PAGE_SIZE, page_number: 1 }))
  }

  #page(line: FakeSocket, channel_id: number, about: number, direction: 'older' | 'newer' | 'around'): void {
    if (this.refusesPages) return line.say(later(channel_id))
    const all = this.#in(channel_id)
    const older = all.filter(({ msg_id }) => (direction === 'around' ? msg_id <= about : msg_id < about))
    const newer = all.filter(({ msg_id }) => msg_id > about)
    const size = direction === 'around' ? PAGE_SIZE / 2 : PAGE_SIZE
    const shown = [...(direction === 'newer' ? [] : older.slice(-size)), ...(direction === 'older' ? [] : newer.slice(0, size))]
    const has_next_page = direction === 'newer' || older.length > size
    const has_newer = direction === 'older' || newer.length > size
    line.say(pageOf(shown, { channel_id, message_id: about, has_next_page, has_newer }))
  }

  #unread(): ChatEvent {
    const channels = this.channels.map(({ channelId: channel_id }) => {
      const { count = 0, isTagged = false } = this.unread[channel_id] ?? {}
      return { channel_id, unread_count: count, is_tagged: isTagged }
    })
    return { command: 'unread_message', channels }
  }

  #send(line: FakeSocket, { channel: channel_id, message: text, tempId }: Named<'send'>): void {
    if (!this.answersSends) return
    if (this.refusesWith) {
      line.say({ command: 'error', code: this.refusesWith, message: 'No.', temp_id: tempId, channel_id } satisfies ChatEvent)
      this.refusesWith = null
      return
    }
    const known = this.messages.find(({ temp_id }) => temp_id === tempId)
    if (known) return line.say(known)
    const id = Math.max(0, ...this.messages.map(({ msg_id }) => msg_id)) + 1
    this.add(message(id, { channel_id, message: text, temp_id: tempId, user_id: 1 }))
  }
}

export function playChat(messages: ChatMessage[] = [], channels: Channel[] = [channel(1)]): PlayedChat {
  const played = new PlayedChat(channels, messages)
  FakeSocket.server = { met: (line) => played.met(line), heard: (line, said) => played.take(line, said) }
  answer(listChannels, () => ({ channels: played.channels }))
  answer(getUnread, () => ({
    channels: Object.entries(played.unread).map(([id, { count, isTagged }]) => ({
      channelId: Number(id),
      unreadCount: count,
      isTagged,
    })),
  }))
  answer(listBotUsers, { botUsers: [{ userId: 50, roleType: 'ai_assistant' }] })
  return played
}

export function withChat(given: Partial<Experiences> = {}): Profile {
  const profile = makeProfile()
  const { experiences } = profile.status
  const chatStatus = { mentorshipChat: 'use', aiChat: 'use', helpCenter: 'off' } as const
  return { ...profile, status: { ...profile.status, experiences: { ...experiences, chattype: 'use', chatStatus, ...given } } }
}

export const showMessenger = (path = '/chat/messenger', profile = withChat()) => showApp({ path, profile })

/** The channel of Ravi, with its messages there. */
export async function openRavi(path = '/chat/messenger?channel=1') {
  const screen = await showMessenger(path)
  const room = screen.getByRole('region', { name: 'Ravi Kumar' })
  const log = room.getByRole('log', { name: 'Messages with Ravi Kumar' })
  await expect.element(log).toBeVisible()
  return { screen, room, log, field: room.getByRole('textbox', { name: 'Message' }) }
}
