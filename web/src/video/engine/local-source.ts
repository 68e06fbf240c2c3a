import type { PeerState } from '@saathi/contract/video/socket'
import type { DeviceKind, Devices, MediaTrouble } from './call-snapshot.ts'
import { watchDevices } from './devices.ts'
import { openMedia } from './media.ts'
import type { LocalTracks } from './peer.ts'
import { openScreenShare } from './screen-share.ts'

export type LocalSource = {
  tracks: () => LocalTracks
  streams: () => { camera: MediaStream | null; screen: MediaStream | null }
  state: () => PeerState
  devices: () => Devices
  trouble: () => MediaTrouble | null
  start: (wanted: { microphone: boolean; camera: boolean }) => Promise<void>
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
