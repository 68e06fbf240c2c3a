import type { SignalData } from '@saathi/contract/video/socket'
import type { Tile } from './call-snapshot.ts'
import { fingerprintOf, negotiate, type Negotiation } from './negotiation.ts'
import { signalQueue } from './signal-queue.ts'

export type LocalTracks = {
  microphone: MediaStreamTrack | null
  camera: MediaStreamTrack | null
  screen: MediaStreamTrack | null
}
export type Senders = { microphone: RTCRtpSender; camera: RTCRtpSender; screen: RTCRtpSender }

export type PeerLink = {
  hear: (data: SignalData) => void
  /** Looks for a way anew, unless there is one. */
  heal: () => void
  /** In any case: the network is another one, and the old way does not know it yet. */
  restart: () => void
  setTracks: (tracks: LocalTracks) => void
  connection: () => Tile['connection']
  streams: { audio: MediaStream; camera: MediaStream; screen: MediaStream }
  /** Null until both know what is sent; others after the connection was made anew. */
  senders: () => Senders | null
  /** 0 to 1: how loud they are now. */
  loudness: () => number
  stats: () => Promise<RTCStatsReport>
  close: () => void
}

export const HEAL_AFTER_MS = 3_000
export const ANEW_AFTER_MS = 15_000
const kinds = ['audio', 'video', 'video'] as const

type Timer = ReturnType<typeof setTimeout>

/**
 * The connection with one other. Sound, camera and screen have their fixed places from the first offer on, so that switching
 * anything needs no word between the two. Whoever came in later begins, and makes it anew where it cannot be healed.
 */
export function openPeer(options: {
  isLater: boolean
  iceServers: () => RTCIceServer[]
  tracks: LocalTracks
  send: (data: SignalData) => void
  onChange: () => void
}): PeerLink {
  const { isLater, send, onChange } = options
  const streams = { audio: new MediaStream(), camera: new MediaStream(), screen: new MediaStream() }
  /** Sound and picture under one name are played in step on the other side. */
  const together = new MediaStream()
  const enqueue = signalQueue((error) => {
    if (!isClosed) console.warn('A step of a call was not taken', error)
  })
  let tracks = options.tracks
  let isClosed = false
  let wasOpen = false
  let healTimer: Timer | undefined
  let anewTimer: Timer | undefined
  let connection: RTCPeerConnection
  let negotiation: Negotiation

  function make(): void {
    const made = new RTCPeerConnection({ iceServers: options.iceServers(), bundlePolicy: 'max-bundle' })
    connection = made
    made.addEventListener('connectionstatechange', () => {
      if (made === connection && !isClosed) handleState()
    })
    negotiation = negotiate(made, { isLater, send: (data) => made === connection && send(data), prepareAnswer })
    if (!isLater) return
    kinds.forEach((kind, place) => {
      made.addTransceiver(kind, { direction: 'sendrecv', streams: place < 2 ? [together] : [] })
    })
    takeRemoteTracks()
  }

  async function prepareAnswer(): Promise<void> {
    for (const [place, transceiver] of connection.getTransceivers().entries()) {
      transceiver.direction = 'sendrecv'
      if (place < 2) transceiver.sender.setStreams(together)
    }
    takeRemoteTracks()
    await putTracks()
  }

  function takeRemoteTracks(): void {
    for (const [place, stream] of [streams.audio, streams.camera, streams.screen].entries()) {
      const track = connection.getTransceivers()[place]?.receiver.track
      if (!track || stream.getTracks().includes(track)) continue
      for (const old of stream.getTracks()) stream.removeTrack(old)
      stream.addTrack(track)
    }
    onChange()
  }

  function senders(): Senders | null {
    const [microphone, camera, screen] = connection.getTransceivers().map(({ sender }) => sender)
    return microphone && camera && screen ? { microphone, camera, screen } : null
  }

  async function putTracks(): Promise<void> {
    const places = senders()
    if (!places) return
    await Promise.all([
      places.microphone.replaceTrack(tracks.microphone),
      places.camera.replaceTrack(tracks.camera),
      places.screen.replaceTrack(tracks.screen),
    ])
  }

  function handleState(): void {
    const { connectionState } = connection
    clearTimeout(healTimer)
    if (connectionState === 'connected') {
      wasOpen = true
      clearTimeout(anewTimer)
    } else if (connectionState === 'failed') restart()
    else if (connectionState === 'disconnected') healTimer = setTimeout(restart, HEAL_AFTER_MS)
    onChange()
  }

  function begin(): void {
    const mine = negotiation
    void enqueue(async () => {
      if (mine !== negotiation || isClosed) return
      await putTracks()
      await mine.begin()
    })
    clearTimeout(anewTimer)
    anewTimer = setTimeout(handleStillWaiting, ANEW_AFTER_MS)
  }

  function handleStillWaiting(): void {
    if (connection.connectionState === 'connected') return
    if (isLater) makeAnew()
    else restart()
  }

  function restart(): void {
    if (isClosed || (!isLater && connection.remoteDescription === null)) return
    if (isLater) connection.restartIce()
    begin()
  }

  function makeAnew(): void {
    connection.close()
    make()
    if (isLater) begin()
  }

  function hear(data: SignalData): Promise<void> {
    const known = connection.remoteDescription?.sdp
    const isOffer = 'description' in data && data.description.type === 'offer'
    if (!isLater && isOffer && known !== undefined && fingerprintOf(data.description.sdp) !== fingerprintOf(known)) makeAnew()
    return negotiation.hear(data)
  }

  make()
  if (isLater) begin()

  return {
    hear: (data) => void enqueue(async () => (isClosed ? undefined : hear(data))),
    heal: () => {
      if (connection.connectionState !== 'connected' || connection.signalingState !== 'stable') restart()
    },
    restart,
    setTracks: (next) => {
      tracks = next
      void enqueue(async () => (isClosed ? undefined : putTracks()))
    },
    connection: () => (connection.connectionState === 'connected' ? 'open' : wasOpen ? 'lost' : 'connecting'),
    streams,
    senders,
    loudness: () => connection.getReceivers()[0]?.getSynchronizationSources()[0]?.audioLevel ?? 0,
    stats: () => connection.getStats(),
    close: () => {
      isClosed = true
      clearTimeout(healTimer)
      clearTimeout(anewTimer)
      connection.close()
    },
  }
}
