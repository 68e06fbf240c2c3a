import type { Peer, SignalData } from '@saathi/contract/video/socket'
import { type LocalTracks, openPeer, type PeerLink } from './peer.ts'

export type CallPeople = {
  now: () => readonly Peer[]
  me: () => string | null
  links: () => ReadonlyMap<string, PeerLink>
  onWelcome: (peerId: string, isResumed: boolean) => void
  /** False if the list no longer includes this participant. */
  onPeople: (people: readonly Peer[]) => boolean
  onSignal: (from: string, data: SignalData) => void
  repairAll: () => void
  restartAll: () => void
  setTracks: (tracks: LocalTracks) => void
  close: () => void
}

/** More signals than this before the people list arrives are dropped. */
const EARLY_MAX = 100

/** Peer connections to all other participants. */
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
    for (const data of early.get(peer.peerId) ?? []) link.receive(data)
    early.delete(peer.peerId)
  }

  return {
    now: () => people,
    me: () => me,
    links: () => links,
    onWelcome: (peerId, isResumed) => {
      // As a new participant, the old connections belong to a peer that no longer exists.
      if (!isResumed) closeAll()
      isBack = isResumed
      me = peerId
    },
    onPeople: (next) => {
      const own = next.find(({ peerId }) => peerId === me)
      if (!own) return false
      people = next.toSorted((one, other) => one.order - other.order)
      for (const [peerId, link] of links) {
        if (next.some((peer) => peer.peerId === peerId)) continue
        link.close()
        links.delete(peerId)
      }
      // Signals sent while the socket was down were lost.
      if (isBack) for (const link of links.values()) link.repair()
      isBack = false
      for (const peer of people) if (peer !== own && !links.has(peer.peerId)) connect(peer, own)
      options.onChange()
      return true
    },
    onSignal: (from, data) => {
      const link = links.get(from)
      if (link) return link.receive(data)
      // A new peer that is not in the people list yet.
      const waiting = early.get(from) ?? []
      if (waiting.length < EARLY_MAX) early.set(from, [...waiting, data])
    },
    repairAll: () => {
      for (const link of links.values()) link.repair()
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
