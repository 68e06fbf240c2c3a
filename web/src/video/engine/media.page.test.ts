import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openLocalSource } from './local-source.ts'
import { sortDevices, openMedia } from './media.ts'

function newTrack(): MediaStreamTrack {
  const [track] = document.createElement('canvas').captureStream(1).getTracks()
  if (!track) throw new Error('The stream has no track.')
  return track
}

const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia')
const show = vi.spyOn(navigator.mediaDevices, 'getDisplayMedia')
beforeEach(() => {
  ask.mockReset().mockImplementation(async () => new MediaStream([newTrack()]))
  show.mockReset().mockImplementation(async () => new MediaStream([newTrack()]))
})

const refused = (name: string) => new DOMException('', name)
const noDevice = { chosen: () => '', onChange: () => {} }
const wantsPicture = (constraints: MediaStreamConstraints | undefined) => constraints?.video !== undefined

test('[VID-04] audio is requested first, and a refused camera leaves an audio call', async () => {
  ask.mockImplementation(async (asked) => {
    if (wantsPicture(asked)) throw refused('NotAllowedError')
    return new MediaStream([newTrack()])
  })
  const own = openLocalSource(() => {})
  onTestFinished(own.close)
  await own.start({ microphone: true, camera: true })
  expect(ask.mock.calls.map(([asked]) => wantsPicture(asked))).toEqual([false, true])
  expect(own.state()).toEqual({ microphone: true, camera: false, screen: false, hand: false })
  expect(own.trouble()).toBe('camera_refused')
})

test.each([
  { names: ['NotAllowedError', 'NotAllowedError'], is: 'both_refused' },
  { names: ['NotAllowedError', ''], is: 'microphone_refused' },
  { names: ['NotFoundError', 'NotFoundError'], is: 'none_found' },
  { names: ['', 'NotReadableError'], is: 'in_use' },
])('[VID-04] browser errors $names are reported as $is', async ({ names, is }) => {
  const media = openMedia(noDevice)
  onTestFinished(media.close)
  for (const name of names) {
    if (name === '') ask.mockResolvedValueOnce(new MediaStream([newTrack()]))
    else ask.mockRejectedValueOnce(refused(name))
  }
  await media.setMicrophone(true)
  await media.setCamera(true)
  expect(media.trouble()).toBe(is)
})

test('[VID-04] switching off releases the camera, but only mutes the microphone', async () => {
  const media = openMedia(noDevice)
  onTestFinished(media.close)
  await media.setMicrophone(true)
  await media.setCamera(true)
  const { camera, microphone } = media.now()
  await media.setCamera(false)
  await media.setMicrophone(false)
  expect(camera?.readyState).toBe('ended')
  expect(media.now()).toMatchObject({ camera: null, isMicrophoneOn: false, microphone })
  expect([microphone?.readyState, microphone?.enabled]).toEqual(['live', false])
  await media.setMicrophone(true)
  expect(microphone?.enabled).toBe(true)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('[VID-04] a device that was switched off or closed while the browser asked is not started', async () => {
  const media = openMedia(noDevice)
  const asked = Promise.withResolvers<MediaStream>()
  ask.mockReturnValueOnce(asked.promise)
  const track = newTrack()
  const starting = media.setCamera(true)
  await media.setCamera(false)
  asked.resolve(new MediaStream([track]))
  await starting
  expect(media.now().camera).toBe(null)
  expect(track.readyState).toBe('ended')

  const later = Promise.withResolvers<MediaStream>()
  ask.mockReturnValueOnce(later.promise)
  const late = newTrack()
  const listening = media.setMicrophone(true)
  media.close()
  later.resolve(new MediaStream([late]))
  await listening
  expect(late.readyState).toBe('ended')
})

test('[VID-04] another device replaces the first, unless it does not work', async () => {
  let chosen = ''
  const media = openMedia({ chosen: () => chosen, onChange: () => {} })
  onTestFinished(media.close)
  await media.setMicrophone(true)
  const first = media.now().microphone
  chosen = 'headset'
  await media.change('microphone')
  const second = media.now().microphone
  expect(ask.mock.lastCall?.[0]).toMatchObject({ audio: { deviceId: { exact: 'headset' } } })
  expect([first?.readyState, second?.readyState]).toEqual(['ended', 'live'])
  ask.mockRejectedValueOnce(refused('NotReadableError'))
  await media.change('microphone')
  expect(media.now()).toMatchObject({ microphone: second, isMicrophoneOn: true })
  expect(second?.readyState).toBe('live')
})

test('[VID-04] changing a muted microphone keeps it muted', async () => {
  const media = openMedia(noDevice)
  onTestFinished(media.close)
  await media.setMicrophone(true)
  await media.setMicrophone(false)
  await media.change('microphone')
  expect(media.now().isMicrophoneOn).toBe(false)
  expect(media.now().microphone?.enabled).toBe(false)
})

test('[VID-04] an unplugged device is off', async () => {
  const media = openMedia(noDevice)
  onTestFinished(media.close)
  await media.setMicrophone(true)
  media.now().microphone?.dispatchEvent(new Event('ended'))
  expect(media.now()).toEqual({ microphone: null, camera: null, isMicrophoneOn: false })
})

test('[VID-04] a cancelled screen picker leaves sharing off, and a share stopped by the browser is off', async () => {
  const own = openLocalSource(() => {})
  onTestFinished(own.close)
  show.mockRejectedValueOnce(refused('NotAllowedError'))
  await own.setScreen(true)
  expect(own.state().screen).toBe(false)
  expect(own.trouble()).toBe(null)
  await own.setScreen(true)
  expect(own.tracks().screen?.contentHint).toBe('detail')
  own.tracks().screen?.dispatchEvent(new Event('ended'))
  expect(own.state().screen).toBe(false)
})

test('the camera stream stays the same object until the camera changes', async () => {
  const own = openLocalSource(() => {})
  onTestFinished(own.close)
  await own.setCamera(true)
  const { camera } = own.streams()
  own.setHand(true)
  expect(own.streams().camera).toBe(camera)
  await own.setCamera(false)
  expect(own.streams().camera).toBe(null)
})

test('devices are grouped by kind, and a missing device is deselected', () => {
  const device = (kind: MediaDeviceKind, deviceId: string): MediaDeviceInfo => {
    const words = { kind, deviceId, groupId: '', label: deviceId }
    return { ...words, toJSON: () => words }
  }
  const all = [device('audioinput', 'm1'), device('videoinput', 'c1'), device('audiooutput', 's1'), device('videoinput', '')]
  const sorted = sortDevices(all, { microphone: 'm1', camera: 'gone', speaker: '' })
  expect([sorted.microphones, sorted.cameras, sorted.speakers].map((list) => list.map(({ deviceId }) => deviceId))).toEqual([
    ['m1'],
    ['c1'],
    ['s1'],
  ])
  expect(sorted.chosen).toEqual({ microphone: 'm1', camera: '', speaker: '' })
})
