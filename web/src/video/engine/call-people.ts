import type { Peer, SignalData } from '@saathi/contract/video/socket'
import { type LocalTracks, openPeer, type PeerLink } from './peer.ts'

export type CallPeople = {
  now: () => readonly Peer[]
  me: () => string | null
  links: () => ReadonlyMap<string, PeerLink>
  hearWelcome: (peerId: string, isResumed: boolean) => void
  /** False where one is not among them any more oneself. */
  hearPeople: (people: readonly Peer[]) => boolean
  hearSignal: (from: string, data: SignalData) => void
  healAll: () => void
  restartAll: () => void
  setTracks: (tracks: LocalTracks) => void
  close: () => void
}

/** More than anybody says before the people are told is not worth keeping. */
const EARLY_MAX = 100

/** A connection with everybody else who is in the call. */
export function callPeople(options: {
  iceServers: () => RTCIceServer[]
  send: (to: string, data: SignalData) => void
  onChange: () => void
}): CallPeople {
  const links = new Map<string, PeerLink>()
  const early = new Map<string, SignalData[]>()
  let people: readonly Peer[] = []
  let tracks: LocalTracks = { microphone: null, camera: null, screen: null }
  let me: string | null = null
  let isBack = false

  function closeAll(): void {
    for (const link of links.values()) link.close()
    links.clear()
    early.clear()
  }

  function connect(peer: Peer, own: Peer): void {
    const link = openPeer({
      isLater: own.order > peer.order,
      iceServers: options.iceServers,
      tracks,
      send: (data) => options.send(peer.peerId, data),
      onChange: options.onChange,
    })
    links.set(peer.peerId, link)
    for (const data of early.get(peer.peerId) ?? []) link.hear(data)
    early.delete(peer.peerId)
  }

  return {
    now: () => people,
    me: () => me,
    links: () => links,
    hearWelcome: (peerId, isResumed) => {
      // As somebody new, one has a connection with nobody; those that there were led to whom one was before.
      if (!isResumed) closeAll()
      isBack = isResumed
      me = peerId
    },
    hearPeople: (next) => {
      const own = next.find(({ peerId }) => peerId === me)
      if (!own) return false
      people = next.toSorted((one, other) => one.order - other.order)
      for (const [peerId, link] of links) {
        if (next.some((peer) => peer.peerId === peerId)) continue
        link.close()
        links.delete(peerId)
      }
      // What was said while the line was down was said to nobody.
      if (isBack) for (const link of links.values()) link.heal()
      isBack = false
      for (const peer of people) if (peer !== own && !links.has(peer.peerId)) connect(peer, own)
      options.onChange()
      return true
    },
    hearSignal: (from, data) => {
      const link = links.get(from)
      if (link) return link.hear(data)
      // Somebody who is so new that the people were not told yet.
      const waiting = early.get(from) ?? []
      if (waiting.length < EARLY_MAX) early.set(from, [...waiting, data])
    },
    healAll: () => {
      for (const link of links.values()) link.heal()
    },
    restartAll: () => {
      for (const link of links.values()) link.restart()
    },
    setTracks: (next) => {
      tracks = next
      for (const link of links.values()) link.setTracks(next)
    },
    close: closeAll,
  }
}
