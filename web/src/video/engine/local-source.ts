import type { PeerState } from '@saathi/contract/video/socket'
import type { DeviceKind, Devices, MediaTrouble } from './call-snapshot.ts'
import { watchDevices, openMedia } from './media.ts'
import type { LocalTracks } from './peer.ts'

export type LocalSource = {
  tracks: () => LocalTracks
  streams: () => { camera: MediaStream | null; screen: MediaStream | null }
  state: () => PeerState
  devices: () => Devices
  trouble: () => MediaTrouble | null
  start: (devices: { microphone: boolean; camera: boolean }) => Promise<void>
  setMicrophone: (on: boolean) => Promise<void>
  setCamera: (on: boolean) => Promise<void>
  setScreen: (on: boolean) => Promise<void>
  setHand: (up: boolean) => void
  choose: (kind: DeviceKind, id: string) => Promise<void>
  close: () => void
}

/** Returns the same stream for the same track, so that its video element does not restart on unrelated changes. */
function stableStream() {
  let stream: MediaStream | null = null
  return (track: MediaStreamTrack | null): MediaStream | null => {
    if (stream?.getTracks()[0] !== (track ?? undefined)) stream = track && new MediaStream([track])
    return stream
  }
}

/** The person's own media, devices and state. */
export function openLocalSource(onChange: () => void): LocalSource {
  let hand = false
  const devices = watchDevices(onChange)
  const media = openMedia({ chosen: (input) => devices.now().chosen[input], onChange })
  const screen = openScreenShare(onChange)
  const [cameraStream, screenStream] = [stableStream(), stableStream()]

  /** Device names are available only after the first permission. */
  const thenRead = async (done: Promise<void>): Promise<void> => {
    await done
    await devices.read()
  }

  return {
    tracks: () => ({ microphone: media.now().microphone, camera: media.now().camera, screen: screen.now() }),
    streams: () => ({ camera: cameraStream(media.now().camera), screen: screenStream(screen.now()) }),
    state: () => {
      const { camera, isMicrophoneOn } = media.now()
      return { microphone: isMicrophoneOn, camera: camera !== null, screen: screen.now() !== null, hand }
    },
    devices: devices.now,
    trouble: media.trouble,
    start: async ({ microphone, camera }) => {
      // Audio first: a call needs it most.
      if (microphone) await media.setMicrophone(true)
      if (camera) await media.setCamera(true)
      await devices.read()
    },
    setMicrophone: (on) => thenRead(media.setMicrophone(on)),
    setCamera: (on) => thenRead(media.setCamera(on)),
    setScreen: screen.set,
    setHand: (up) => {
      hand = up
      onChange()
    },
    choose: async (kind, id) => {
      devices.choose(kind, id)
      if (kind !== 'speaker') await media.change(kind)
    },
    close: () => {
      devices.close()
      media.close()
      screen.close()
    },
  }
}

type ScreenShare = {
  now: () => MediaStreamTrack | null
  set: (on: boolean) => Promise<void>
  close: () => void
}

/** The browser has its own button to stop sharing, so listen for `ended`. */
function openScreenShare(onChange: () => void): ScreenShare {
  let track: MediaStreamTrack | null = null
  let isAsking = false
  let isClosed = false

  function end(): void {
    if (!track) return
    track.stop()
    track = null
    onChange()
  }

  async function begin(): Promise<void> {
    if (track || isAsking || !navigator.mediaDevices?.getDisplayMedia) return
    isAsking = true
    try {
      const shown = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 8 } }, audio: false })
      const [chosen] = shown.getVideoTracks()
      if (!chosen) return
      if (isClosed) return chosen.stop()
      // Text must stay readable: prefer resolution over frame rate.
      chosen.contentHint = 'detail'
      chosen.addEventListener('ended', () => {
        if (track === chosen) end()
      })
      track = chosen
      onChange()
    } catch {
      // The person cancelled the browser's picker.
    } finally {
      isAsking = false
    }
  }

  return {
    now: () => track,
    set: async (on) => (on ? begin() : end()),
    close: () => {
      isClosed = true
      track?.stop()
      track = null
    },
  }
}
