import type { DeviceKind, Devices } from './call-snapshot.ts'

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

export type DeviceList = {
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
