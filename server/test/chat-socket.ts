import type { AddressInfo } from 'node:net'
import { type ChatCommand, ChatEvent, type ChatMessage } from '@saathi/contract/chat/socket'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'

type Bare<C> = C extends unknown ? Omit<C, 'authToken'> : never
/** A command without its token. */
export type CommandWithoutToken = Bare<ChatCommand>
type EventOf<Name extends ChatEvent['command']> = Extract<ChatEvent, { command: Name }>

export const addressOf = (app: FastifyInstance): string => `127.0.0.1:${(app.server.address() as AddressInfo).port}`

/** A chat socket whose frames can be awaited one by one. */
export async function openChatSocket(host: string, token: string, options: { origin?: string } = {}) {
  const socket = new WebSocket(`ws://${host}/ws/chat/`, options)
  const frames: ChatEvent[] = []
  const waiters = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(ChatEvent.parse(JSON.parse(data.toString())))
    for (const check of waiters) check()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })

  /** The first frame of this kind that was not taken yet. */
  function next<Name extends ChatEvent['command']>(
    command: Name,
    matches: (event: EventOf<Name>) => boolean = () => true,
  ): Promise<EventOf<Name>> {
    const isKind = (event: ChatEvent): event is EventOf<Name> => event.command === command
    return new Promise((resolve) => {
      const check = () => {
        const at = frames.findIndex((event) => isKind(event) && matches(event))
        const found = frames[at]
        if (!found || !isKind(found)) return
        frames.splice(at, 1)
        waiters.delete(check)
        resolve(found)
      }
      waiters.add(check)
      check()
    })
  }

  const raw = (text: string | Buffer) => socket.send(text)
  const say = (command: CommandWithoutToken, authToken = token) =>
    raw(JSON.stringify({ ...command, authToken, nickName: 'Somebody else' }))
  let sent = 0

  return {
    socket,
    closed,
    /** Frames that were not taken yet. */
    frames,
    raw,
    say,
    next,
    /** Sends a message and resolves with the frame everybody receives. */
    async send(channel: number, message: string, tempId = `t${(sent += 1)}-${crypto.randomUUID()}`): Promise<ChatMessage> {
      say({ command: 'send', channel, message, tempId })
      return next('new_message', ({ temp_id }) => temp_id === tempId)
    },
    async refusedWith(command: CommandWithoutToken): Promise<string> {
      say(command)
      return (await next('error')).code
    },
    /** Resolves when all earlier commands are answered: commands of one socket are handled in order. */
    async settle(): Promise<void> {
      say({ command: 'unread_message' })
      await next('unread_message')
    },
    close() {
      socket.close()
      return closed
    },
  }
}
export type ChatSocket = Awaited<ReturnType<typeof openChatSocket>>
