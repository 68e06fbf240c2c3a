import { getRoom } from '@saathi/contract/video/calls'
import { type PeerState, type VideoCommand, VideoEvent } from '@saathi/contract/video/socket'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf } from './chat-socket.ts'
import type { TestServer } from './harness.ts'
import { buildCallers, placeCall } from './video-rooms.ts'

type EventOf<Type extends VideoEvent['type']> = Extract<VideoEvent, { type: Type }>

export const silent: PeerState = { microphone: false, camera: false, screen: false, hand: false }

/** A video socket in tests: lets a test wait for each frame, in order of arrival. */
export async function openVideoSocket(host: string, options: { origin?: string } = {}) {
  const socket = new WebSocket(`ws://${host}/ws/video/`, options)
  const frames: VideoEvent[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(VideoEvent.parse(JSON.parse(data.toString())))
    for (const check of waiting) check()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })

  function dropBefore(end: number, type: VideoEvent['type']): void {
    for (let at = end - 1; at >= 0; at -= 1) if (frames[at]?.type === type) frames.splice(at, 1)
  }

  /** The first unread frame of this type. */
  function next<Type extends VideoEvent['type']>(
    type: Type,
    matches: (event: EventOf<Type>) => boolean = () => true,
  ): Promise<EventOf<Type>> {
    const isOfType = (event: VideoEvent): event is EventOf<Type> => event.type === type
    const found = new Promise<EventOf<Type>>((resolve, reject) => {
      const check = () => {
        const at = frames.findIndex((event) => isOfType(event) && matches(event))
        const frame = frames[at]
        if (!frame || !isOfType(frame)) return
        frames.splice(at, 1)
        // Each `people` frame is complete, so drop earlier unread ones.
        if (type === 'people') dropBefore(at, type)
        waiting.delete(check)
        resolve(frame)
      }
      waiting.add(check)
      check()
      // Fail as soon as the socket closes, and list the frames that did arrive.
      const received = () => frames.map((frame) => JSON.stringify(frame).slice(0, 120)).join(' ')
      void closed.then((code) => reject(new Error(`no ${type}: the socket was closed by ${code} after ${received()}`)))
    })
    // Avoids an unhandled rejection if nobody awaits the promise any more.
    found.catch(() => {})
    return found
  }

  const raw = (text: string | Buffer) => socket.send(text)
  const say = (command: VideoCommand) => raw(JSON.stringify(command))

  return {
    socket,
    closed,
    /** Unread frames. */
    frames,
    raw,
    say,
    next,
    async refusedWith(command: VideoCommand): Promise<string> {
      say(command)
      return (await next('error')).code
    },
    /** Resolves once the server has handled every earlier frame. */
    async settle(): Promise<void> {
      say({ type: 'beat' })
      await next('beat')
    },
    /** Waits until exactly these peers are present. */
    seesOnly: (...peerIds: string[]) =>
      next('people', ({ people }) =>
        sameIds(
          people.map(({ peerId }) => peerId),
          peerIds,
        ),
      ),
    close() {
      socket.close()
      return closed
    },
  }
}
export type VideoSocket = Awaited<ReturnType<typeof openVideoSocket>>

const sameIds = (some: readonly string[], others: readonly string[]) =>
  JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())

type Hello = Partial<Omit<Extract<VideoCommand, { type: 'hello' }>, 'type' | 'token'>>

export const helloOf = (token: string, changes: Hello = {}): VideoCommand => ({
  type: 'hello',
  token,
  resume: null,
  canRecord: false,
  state: silent,
  ...changes,
})

/** Opens a socket, joins the call and waits for the welcome; the socket is cut when the test finishes. */
export async function enterCall(host: string, token: string, changes: Hello = {}) {
  const client = await openVideoSocket(host)
  onTestFinished(() => client.socket.terminate())
  client.say(helloOf(token, changes))
  const { peerId, isResumed } = await client.next('welcome')
  return { ...client, peerId, isResumed }
}
export type Caller = Awaited<ReturnType<typeof enterCall>>

export type BuiltCall = Awaited<ReturnType<typeof buildCallers>> & { room: string }

/** Builds people who may call each other, and a call started by the mentor. */
export async function buildCall(server: TestServer, changes: Parameters<typeof buildCallers>[1] = {}): Promise<BuiltCall> {
  const callers = await buildCallers(server, changes)
  const { room } = await placeCall(server, callers.mentorId, callers.channelId)
  return { ...callers, room }
}

/** The token that the page fetches before it opens the socket. */
export async function tokenForCall(server: TestServer, personId: number, room: string): Promise<string> {
  const { status, body } = await server.ask(personId, getRoom, { params: { id: room } })
  if (status !== 200 || body.token === null) throw new Error(`no token: ${status} ${body.code ?? body.visitStatus}`)
  return body.token
}

/** Joins on the test's own server. */
export const joinCall = async (server: TestServer, personId: number, room: string, changes: Hello = {}): Promise<Caller> =>
  enterCall(addressOf(server.app), await tokenForCall(server, personId, room), changes)

/** A misbehaving client and another participant who must not be affected. */
export async function joinBoth(server: TestServer, call: BuiltCall): Promise<{ harmful: Caller; other: Caller }> {
  const other = await joinCall(server, call.mentorId, call.room)
  const harmful = await enterCall(addressOf(server.app), await tokenForCall(server, call.menteeId, call.room))
  for (const client of [harmful, other]) await client.seesOnly(harmful.peerId, other.peerId)
  return { harmful, other }
}
