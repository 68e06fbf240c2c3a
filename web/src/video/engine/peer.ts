import type { SignalData } from '@saathi/contract/video/socket'
import type { Tile } from './call-snapshot.ts'
import { fingerprintOf, negotiate, type Negotiation } from './negotiation.ts'

export type LocalTracks = {
  microphone: MediaStreamTrack | null
  camera: MediaStreamTrack | null
  screen: MediaStreamTrack | null
}
export type Senders = { microphone: RTCRtpSender; camera: RTCRtpSender; screen: RTCRtpSender }

export type PeerLink = {
  receive: (data: SignalData) => void
  /** Restarts ICE unless connected. */
  repair: () => void
  /** Always restarts ICE: the network changed, and the connection may not have noticed. */
  restart: () => void
  setTracks: (tracks: LocalTracks) => void
  connection: () => Tile['connection']
  streams: { audio: MediaStream; camera: MediaStream; screen: MediaStream }
  /** Null before the negotiation; different objects after the connection was recreated. */
  senders: () => Senders | null
  /** From 0 to 1: the current volume. */
  loudness: () => number
  stats: () => Promise<RTCStatsReport>
  close: () => void
}

const REPAIR_AFTER_MS = 3_000
export const RECREATE_AFTER_MS = 15_000
const kinds = ['audio', 'video', 'video'] as const

type Timer = ReturnType<typeof setTimeout>

/**
 * The connection to one peer. Audio, camera and screen have fixed transceivers from the first offer, so switching them needs no
 * renegotiation. The later peer starts, and recreates the connection if an ICE restart fails.
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
  /** Tracks in one stream are played in sync by the receiver. */
  const together = new MediaStream()
  const enqueue = signalQueue((error) => {
    if (!isClosed) console.warn('A signalling step failed', error)
  })
  let tracks = options.tracks
  let isClosed = false
  let wasOpen = false
  let repairTimer: Timer | undefined
  let recreateTimer: Timer | undefined
  let connection: RTCPeerConnection
  let negotiation: Negotiation

  function make(): void {
    const created = new RTCPeerConnection({ iceServers: options.iceServers(), bundlePolicy: 'max-bundle' })
    connection = created
    created.addEventListener('connectionstatechange', () => {
      if (created === connection && !isClosed) handleState()
    })
    negotiation = negotiate(created, { isLater, send: (data) => created === connection && send(data), prepareAnswer })
    if (!isLater) return
    kinds.forEach((kind, place) => {
      created.addTransceiver(kind, { direction: 'sendrecv', streams: place < 2 ? [together] : [] })
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
    clearTimeout(repairTimer)
    if (connectionState === 'connected') {
      wasOpen = true
      clearTimeout(recreateTimer)
    } else if (connectionState === 'failed') restart()
    else if (connectionState === 'disconnected') repairTimer = setTimeout(restart, REPAIR_AFTER_MS)
    onChange()
  }

  function begin(): void {
    const mine = negotiation
    void enqueue(async () => {
      if (mine !== negotiation || isClosed) return
      await putTracks()
      await mine.begin()
    })
    clearTimeout(recreateTimer)
    recreateTimer = setTimeout(handleStillWaiting, RECREATE_AFTER_MS)
  }

  function handleStillWaiting(): void {
    if (connection.connectionState === 'connected') return
    if (isLater) recreate()
    else restart()
  }

  function restart(): void {
    if (isClosed || (!isLater && connection.remoteDescription === null)) return
    if (isLater) connection.restartIce()
    begin()
  }

  function recreate(): void {
    connection.close()
    make()
    if (isLater) begin()
  }

  function receive(data: SignalData): Promise<void> {
    const known = connection.remoteDescription?.sdp
    const isOffer = 'description' in data && data.description.type === 'offer'
    if (!isLater && isOffer && known !== undefined && fingerprintOf(data.description.sdp) !== fingerprintOf(known)) recreate()
    return negotiation.receive(data)
  }

  make()
  if (isLater) begin()

  return {
    receive: (data) => void enqueue(async () => (isClosed ? undefined : receive(data))),
    repair: () => {
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
      clearTimeout(repairTimer)
      clearTimeout(recreateTimer)
      connection.close()
    },
  }
}

/** Runs steps in order: an answer that overtakes its offer would be rejected. A failed step does not stop the queue. */
export function signalQueue(onFailed: (error: unknown) => void): (step: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve()
  return (step) => {
    last = last.then(step).catch(onFailed)
    return last
  }
}
