import { type Peer, type Recording, type SignalData, VideoCommand, VideoEvent } from '@saathi/contract/video/socket'
import { onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { FakeSocket } from '../../../test/fake-socket.ts'

type Stay = { peer: Peer; token: string; socket: FakeSocket | null }

/** A fake server of `/ws/video/` for several engines in one page; the token is the person's name. */
export function startRelay() {
  const stays: Stay[] = []
  const received: { token: string; command: VideoCommand }[] = []
  const refusals = new Map<string, string>()
  let order = 0
  let isUp = true
  vi.stubGlobal('WebSocket', FakeSocket)

  function send(stay: Stay, event: VideoEvent): void {
    const { socket } = stay
    const frame = z.parse(VideoEvent, event)
    // Asynchronous, as over a network.
    queueMicrotask(() => socket?.readyState === FakeSocket.OPEN && socket.say(frame))
  }

  function sendPeople(): void {
    for (const stay of stays) send(stay, { type: 'people', people: stays.map(({ peer }) => peer) })
  }

  function enter(socket: FakeSocket, hello: Extract<VideoCommand, { type: 'hello' }>): void {
    const code = refusals.get(hello.token)
    if (code !== undefined) {
      socket.say(z.parse(VideoEvent, { type: 'error', code, message: '' }))
      socket.close()
      return
    }
    const old = stays.find(({ token, peer }) => token === hello.token && peer.peerId === hello.resume)
    const stay = old ?? { token: hello.token, socket, peer: newPeer(hello.token) }
    stay.socket = socket
    stay.peer = { ...stay.peer, state: hello.state }
    if (!old) stays.push(stay)
    send(stay, { type: 'welcome', peerId: stay.peer.peerId, isResumed: old !== undefined })
    sendPeople()
  }

  function newPeer(name: string): Peer {
    order += 1
    const state = { microphone: false, camera: false, screen: false, hand: false }
    return { peerId: crypto.randomUUID(), userId: order, name, displayPicture: null, order, state }
  }

  function forget(token: string): void {
    const place = stays.findIndex((stay) => stay.token === token)
    if (place >= 0) stays.splice(place, 1)
    sendPeople()
  }

  function handle(stay: Stay, command: VideoCommand): void {
    if (command.type === 'beat') return send(stay, { type: 'beat' })
    if (command.type === 'leave') return forget(stay.token)
    if (command.type === 'state') {
      stay.peer = { ...stay.peer, state: command.state }
      return sendPeople()
    }
    if (command.type === 'caption') {
      const { text, isFinal } = command
      for (const other of stays) if (other !== stay) send(other, { type: 'caption', from: stay.peer.peerId, text, isFinal })
    }
    if (command.type !== 'signal') return
    const to = stays.find(({ peer }) => peer.peerId === command.to)
    if (to) send(to, { type: 'signal', from: stay.peer.peerId, data: command.data })
  }

  FakeSocket.server = {
    onConnect: (socket) => (isUp ? socket.open() : socket.close()),
    onMessage: (socket, message) => {
      const command = z.parse(VideoCommand, message)
      const stay = stays.find((known) => known.socket === socket)
      received.push({ token: command.type === 'hello' ? command.token : (stay?.token ?? ''), command })
      if (command.type === 'hello') enter(socket, command)
      else if (stay) handle(stay, command)
    },
  }
  onTestFinished(() => {
    FakeSocket.server = null
    FakeSocket.instances.length = 0
    vi.unstubAllGlobals()
  })

  const find = (token: string): Stay => {
    const stay = stays.find((known) => known.token === token)
    if (!stay) throw new Error(`${token} is not in the call.`)
    return stay
  }

  return {
    received,
    peerIdOf: (token: string): string => find(token).peer.peerId,
    refuse: (token: string, code: string) => refusals.set(token, code),
    send: (token: string, event: VideoEvent) => send(find(token), event),
    signal: (to: string, from: string, data: SignalData) =>
      send(find(to), { type: 'signal', from: find(from).peer.peerId, data }),
    record: (token: string, segment: string | null) => {
      const state: Recording['state'] = segment === null ? 'waiting' : 'running'
      send(find(token), { type: 'recording', recording: { state, since: null, segment } })
    },
    /** Cuts this person's socket without informing the others. */
    cut: (token: string) => find(token).socket?.close(),
    /** While it is down nobody can reconnect. */
    setUp: (up: boolean) => {
      isUp = up
    },
    forget,
  }
}
