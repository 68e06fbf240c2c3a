import type { MediaTrouble, DeviceKind, Devices } from './call-snapshot.ts'

type OwnMedia = {
  microphone: MediaStreamTrack | null
  camera: MediaStreamTrack | null
  isMicrophoneOn: boolean
}

type Input = 'microphone' | 'camera'
type Failure = 'refused' | 'none' | 'in_use'

export type Media = {
  now: () => OwnMedia
  trouble: () => MediaTrouble | null
  setMicrophone: (on: boolean) => Promise<void>
  setCamera: (on: boolean) => Promise<void>
  /** Another device was chosen: switch to it if the input is in use. */
  change: (input: Input) => Promise<void>
  close: () => void
}

const CAMERA = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } }
const MICROPHONE = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

function failureOf(error: unknown): Failure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'in_use' : 'none'
}

function troubleOf(failures: ReadonlyMap<Input, Failure>): MediaTrouble | null {
  const [microphone, camera] = [failures.get('microphone'), failures.get('camera')]
  if (microphone === 'refused' && camera === 'refused') return 'both_refused'
  if (microphone === 'refused') return 'microphone_refused'
  if (camera === 'refused') return 'camera_refused'
  if (microphone === 'in_use' || camera === 'in_use') return 'in_use'
  return microphone === 'none' || camera === 'none' ? 'none_found' : null
}

/**
 * The person's own microphone and camera. A device is requested when it is first switched on; switching the camera off releases
 * it, so that its light goes out.
 */
export function openMedia(options: { chosen: (input: Input) => string; onChange: () => void }): Media {
  const failures = new Map<Input, Failure>()
  const isRequested = { microphone: false, camera: false }
  let own: OwnMedia = { microphone: null, camera: null, isMicrophoneOn: false }
  let isClosed = false

  function set(next: Partial<OwnMedia>): void {
    own = { ...own, ...next }
    options.onChange()
  }

  async function capture(input: Input): Promise<MediaStreamTrack | null> {
    const id = options.chosen(input)
    const place = id === '' ? {} : { deviceId: { exact: id } }
    const constraints = input === 'microphone' ? { audio: { ...MICROPHONE, ...place } } : { video: { ...CAMERA, ...place } }
    try {
      // Undefined over plain HTTP.
      if (!navigator.mediaDevices) throw new DOMException('', 'NotFoundError')
      const [track] = (await navigator.mediaDevices.getUserMedia(constraints)).getTracks()
      failures.delete(input)
      if (!track) return null
      if (input === 'camera') track.contentHint = 'motion'
      track.addEventListener('ended', () => handleEnded(input, track))
      return track
    } catch (error) {
      failures.set(input, failureOf(error))
      return null
    }
  }

  /** Unplugged, or the permission was revoked. */
  function handleEnded(input: Input, track: MediaStreamTrack): void {
    if (own[input] !== track) return
    isRequested[input] = false
    set(input === 'camera' ? { camera: null } : { microphone: null, isMicrophoneOn: false })
  }

  async function begin(input: Input): Promise<void> {
    const track = await capture(input)
    // Switched off, or the call was left, while the browser asked for permission.
    if (isClosed || !isRequested[input]) {
      track?.stop()
      return options.onChange()
    }
    // If the new device fails, keep the working one.
    if (track === null && own[input] !== null) return options.onChange()
    own[input]?.stop()
    isRequested[input] = track !== null
    set(input === 'camera' ? { camera: track } : { microphone: track, isMicrophoneOn: track !== null })
  }

  return {
    now: () => own,
    trouble: () => troubleOf(failures),
    setMicrophone: async (on) => {
      isRequested.microphone = on
      if (own.microphone === null) return on ? begin('microphone') : undefined
      own.microphone.enabled = on
      set({ isMicrophoneOn: on })
    },
    setCamera: async (on) => {
      if (on === isRequested.camera) return
      isRequested.camera = on
      if (on) return begin('camera')
      failures.delete('camera')
      own.camera?.stop()
      set({ camera: null })
    },
    change: async (input) => {
      if (own[input] === null) return
      const wasOn = isRequested[input]
      isRequested[input] = true
      await begin(input)
      if (!wasOn && own.microphone && input === 'microphone') {
        isRequested.microphone = false
        own.microphone.enabled = false
        set({ isMicrophoneOn: false })
      }
    },
    close: () => {
      isClosed = true
      own.microphone?.stop()
      own.camera?.stop()
    },
  }
}

export const noDevices: Devices = {
  microphones: [],
  cameras: [],
  speakers: [],
  chosen: { microphone: '', camera: '', speaker: '' },
}

const ofKind = (all: readonly MediaDeviceInfo[], kind: MediaDeviceKind) =>
  // Without permission, browsers list devices with an empty id.
  all.filter((device) => device.kind === kind && device.deviceId !== '')

export function sortDevices(all: readonly MediaDeviceInfo[], chosen: Devices['chosen']): Devices {
  const devices = {
    microphones: ofKind(all, 'audioinput'),
    cameras: ofKind(all, 'videoinput'),
    speakers: ofKind(all, 'audiooutput'),
  }
  const still = (id: string, there: readonly MediaDeviceInfo[]) => (there.some(({ deviceId }) => deviceId === id) ? id : '')
  return {
    ...devices,
    chosen: {
      microphone: still(chosen.microphone, devices.microphones),
      camera: still(chosen.camera, devices.cameras),
      speaker: still(chosen.speaker, devices.speakers),
    },
  }
}

type DeviceList = {
  now: () => Devices
  read: () => Promise<void>
  choose: (kind: DeviceKind, id: string) => void
  close: () => void
}

/** Device names are available only after the first permission, so callers must read the list again then. */
export function watchDevices(onChange: (devices: Devices) => void): DeviceList {
  // Undefined over plain HTTP.
  const source: MediaDevices | undefined = navigator.mediaDevices
  let devices = noDevices

  async function read(): Promise<void> {
    const all = await source?.enumerateDevices().catch(() => [])
    devices = sortDevices(all ?? [], devices.chosen)
    onChange(devices)
  }
  const handleChange = () => void read()
  source?.addEventListener('devicechange', handleChange)

  return {
    now: () => devices,
    read,
    choose: (kind, id) => {
      devices = { ...devices, chosen: { ...devices.chosen, [kind]: id } }
      onChange(devices)
    },
    close: () => source?.removeEventListener('devicechange', handleChange),
  }
}
