import { getRoom } from '@saathi/contract/video/calls'
import { type PeerState, type VideoCommand, VideoEvent } from '@saathi/contract/video/socket'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf } from './chat-socket.ts'
import type { TestServer } from './harness.ts'
import { buildCallers, called } from './video-rooms.ts'

type Named<Type extends VideoEvent['type']> = Extract<VideoEvent, { type: Type }>

export const silent: PeerState = { microphone: false, camera: false, screen: false, hand: false }

/** A socket of calls whose frames can be waited for one by one, in the order in which they come. */
export async function dialVideo(host: string, options: { origin?: string } = {}) {
  const socket = new WebSocket(`ws://${host}/ws/video/`, options)
  const frames: VideoEvent[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    frames.push(VideoEvent.parse(JSON.parse(data.toString())))
    for (const look of waiting) look()
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

  /** The first frame of this kind that nobody has taken yet. */
  function next<Type extends VideoEvent['type']>(
    type: Type,
    isIt: (event: Named<Type>) => boolean = () => true,
  ): Promise<Named<Type>> {
    const isNamed = (event: VideoEvent): event is Named<Type> => event.type === type
    const found = new Promise<Named<Type>>((resolve, reject) => {
      const look = () => {
        const at = frames.findIndex((event) => isNamed(event) && isIt(event))
        const frame = frames[at]
        if (!frame || !isNamed(frame)) return
        frames.splice(at, 1)
        // Who is there is said whole each time: what was said before is not waited for any more.
        if (type === 'people') dropBefore(at, type)
        waiting.delete(look)
        resolve(frame)
      }
      waiting.add(look)
      look()
      // What can no longer come is told at once, with what came instead.
      const instead = () => frames.map((frame) => JSON.stringify(frame).slice(0, 120)).join(' ')
      void closed.then((code) => reject(new Error(`no ${type}: the line was closed by ${code} after ${instead()}`)))
    })
    // It may have lost a race, and nobody waits for it any more.
    found.catch(() => {})
    return found
  }

  const raw = (text: string | Buffer) => socket.send(text)
  const say = (command: VideoCommand) => raw(JSON.stringify(command))

  return {
    socket,
    closed,
    /** Those that nobody has taken yet. */
    frames,
    raw,
    say,
    next,
    async refusedWith(command: VideoCommand): Promise<string> {
      say(command)
      return (await next('error')).code
    },
    /** Everything that was said before has been carried out once this is answered. */
    async settle(): Promise<void> {
      say({ type: 'beat' })
      await next('beat')
    },
    /** Once exactly these are there, by their peer ids. */
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
export type VideoDial = Awaited<ReturnType<typeof dialVideo>>

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

/** Into the call and welcomed there; the line is cut when the test is over. */
export async function enterCall(host: string, token: string, changes: Hello = {}) {
  const line = await dialVideo(host)
  onTestFinished(() => line.socket.terminate())
  line.say(helloOf(token, changes))
  const { peerId, isResumed } = await line.next('welcome')
  return { ...line, peerId, isResumed }
}
export type Caller = Awaited<ReturnType<typeof enterCall>>

export type BuiltCall = Awaited<ReturnType<typeof buildCallers>> & { room: string }

/** People who may call each other, and a call that the mentor has started. */
export async function buildCall(server: TestServer, changes: Parameters<typeof buildCallers>[1] = {}): Promise<BuiltCall> {
  const callers = await buildCallers(server, changes)
  const { room } = await called(server, callers.mentorId, callers.channelId)
  return { ...callers, room }
}

/** What the page asks for before it dials. */
export async function tokenForCall(server: TestServer, personId: number, room: string): Promise<string> {
  const { status, body } = await server.ask(personId, getRoom, { params: { id: room } })
  if (status !== 200 || body.token === null) throw new Error(`no token: ${status} ${body.code ?? body.visitStatus}`)
  return body.token
}

/** On the server of the test itself. */
export const comeIn = async (server: TestServer, personId: number, room: string, changes: Hello = {}): Promise<Caller> =>
  enterCall(addressOf(server.app), await tokenForCall(server, personId, room), changes)

/** Two in a call: the one who does harm, and the one who must not feel it. */
export async function bothIn(server: TestServer, call: BuiltCall): Promise<{ harmful: Caller; other: Caller }> {
  const other = await comeIn(server, call.mentorId, call.room)
  const harmful = await enterCall(addressOf(server.app), await tokenForCall(server, call.menteeId, call.room))
  for (const line of [harmful, other]) await line.seesOnly(harmful.peerId, other.peerId)
  return { harmful, other }
}
