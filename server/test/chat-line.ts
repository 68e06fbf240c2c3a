import type { AddressInfo } from 'node:net'
import { type ChatCommand, ChatEvent, type ChatMessage } from '@saathi/contract/chat/socket'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'

type Bare<C> = C extends unknown ? Omit<C, 'authToken'> : never
/** A command without who says it. */
export type Words = Bare<ChatCommand>
type Named<Name extends ChatEvent['command']> = Extract<ChatEvent, { command: Name }>

export const addressOf = (app: FastifyInstance): string => `127.0.0.1:${(app.server.address() as AddressInfo).port}`

/** A socket of the chat whose frames can be waited for one by one, in the order in which they come. */
export async function dialChat(host: string, token: string, options: { origin?: string } = {}) {
  const socket = new WebSocket(`ws://${host}/ws/chat/`, options)
  const frames: ChatEvent[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(ChatEvent.parse(JSON.parse(data.toString())))
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })

  /** The first frame of this kind that nobody has taken yet. */
  function next<Name extends ChatEvent['command']>(
    command: Name,
    isIt: (event: Named<Name>) => boolean = () => true,
  ): Promise<Named<Name>> {
    const isNamed = (event: ChatEvent): event is Named<Name> => event.command === command
    return new Promise((resolve) => {
      const look = () => {
        const at = frames.findIndex((event) => isNamed(event) && isIt(event))
        const found = frames[at]
        if (!found || !isNamed(found)) return
        frames.splice(at, 1)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  }

  const raw = (text: string | Buffer) => socket.send(text)
  const say = (command: Words, authToken = token) => raw(JSON.stringify({ ...command, authToken, nickName: 'Somebody else' }))
  let sent = 0

  return {
    socket,
    closed,
    /** Those that nobody has taken yet. */
    frames,
    raw,
    say,
    next,
    /** Says it, and answers with what everybody is told. */
    async send(channel: number, message: string, tempId = `t${(sent += 1)}-${crypto.randomUUID()}`): Promise<ChatMessage> {
      say({ command: 'send', channel, message, tempId })
      return next('new_message', ({ temp_id }) => temp_id === tempId)
    },
    async refusedWith(command: Words): Promise<string> {
      say(command)
      return (await next('error')).code
    },
    /** Everything that was said before has been answered once this is: commands of one socket are carried out in order. */
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
export type ChatDial = Awaited<ReturnType<typeof dialChat>>
