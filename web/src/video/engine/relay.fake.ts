import { type Peer, type Recording, type SignalData, VideoCommand, VideoEvent } from '@saathi/contract/video/socket'
import { onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { FakeSocket } from '../../../test/fake-socket.ts'

type Stay = { peer: Peer; token: string; line: FakeSocket | null }

/** Plays the server's side of `/ws/video/` for several engines in one page; a token is the name of who comes. */
export function startRelay() {
  const stays: Stay[] = []
  const heard: { token: string; command: VideoCommand }[] = []
  const refusals = new Map<string, string>()
  let order = 0
  let isUp = true
  vi.stubGlobal('WebSocket', FakeSocket)

  function tell(stay: Stay, event: VideoEvent): void {
    const { line } = stay
    const frame = z.parse(VideoEvent, event)
    // As over a network: nobody hears while they still speak.
    queueMicrotask(() => line?.readyState === FakeSocket.OPEN && line.say(frame))
  }

  function tellPeople(): void {
    for (const stay of stays) tell(stay, { type: 'people', people: stays.map(({ peer }) => peer) })
  }

  function enter(line: FakeSocket, hello: Extract<VideoCommand, { type: 'hello' }>): void {
    const code = refusals.get(hello.token)
    if (code !== undefined) {
      line.say(z.parse(VideoEvent, { type: 'error', code, message: '' }))
      line.close()
      return
    }
    const old = stays.find(({ token, peer }) => token === hello.token && peer.peerId === hello.resume)
    const stay = old ?? { token: hello.token, line, peer: newPeer(hello.token) }
    stay.line = line
    stay.peer = { ...stay.peer, state: hello.state }
    if (!old) stays.push(stay)
    tell(stay, { type: 'welcome', peerId: stay.peer.peerId, isResumed: old !== undefined })
    tellPeople()
  }

  function newPeer(name: string): Peer {
    order += 1
    const state = { microphone: false, camera: false, screen: false, hand: false }
    return { peerId: crypto.randomUUID(), userId: order, name, displayPicture: null, order, state }
  }

  function forget(token: string): void {
    const place = stays.findIndex((stay) => stay.token === token)
    if (place >= 0) stays.splice(place, 1)
    tellPeople()
  }

  function obey(stay: Stay, command: VideoCommand): void {
    if (command.type === 'beat') return tell(stay, { type: 'beat' })
    if (command.type === 'leave') return forget(stay.token)
    if (command.type === 'state') {
      stay.peer = { ...stay.peer, state: command.state }
      return tellPeople()
    }
    if (command.type === 'caption') {
      const { text, isFinal } = command
      for (const other of stays) if (other !== stay) tell(other, { type: 'caption', from: stay.peer.peerId, text, isFinal })
    }
    if (command.type !== 'signal') return
    const to = stays.find(({ peer }) => peer.peerId === command.to)
    if (to) tell(to, { type: 'signal', from: stay.peer.peerId, data: command.data })
  }

  FakeSocket.server = {
    met: (line) => (isUp ? line.open() : line.close()),
    heard: (line, said) => {
      const command = z.parse(VideoCommand, said)
      const stay = stays.find((known) => known.line === line)
      heard.push({ token: command.type === 'hello' ? command.token : (stay?.token ?? ''), command })
      if (command.type === 'hello') enter(line, command)
      else if (stay) obey(stay, command)
    },
  }
  onTestFinished(() => {
    FakeSocket.server = null
    FakeSocket.made.length = 0
    vi.unstubAllGlobals()
  })

  const find = (token: string): Stay => {
    const stay = stays.find((known) => known.token === token)
    if (!stay) throw new Error(`${token} is not in the call.`)
    return stay
  }

  return {
    heard,
    peerIdOf: (token: string): string => find(token).peer.peerId,
    refuse: (token: string, code: string) => refusals.set(token, code),
    say: (token: string, event: VideoEvent) => tell(find(token), event),
    signal: (to: string, from: string, data: SignalData) =>
      tell(find(to), { type: 'signal', from: find(from).peer.peerId, data }),
    record: (token: string, segment: string | null) => {
      const state: Recording['state'] = segment === null ? 'waiting' : 'running'
      tell(find(token), { type: 'recording', recording: { state, since: null, segment } })
    },
    /** Their line breaks; others are told nothing. */
    cut: (token: string) => find(token).line?.close(),
    /** While it is down nobody comes back. */
    setUp: (up: boolean) => {
      isUp = up
    },
    forget,
  }
}

export type Relay = ReturnType<typeof startRelay>
