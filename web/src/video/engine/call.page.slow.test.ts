import type { VideoRoom } from '@saathi/contract/video/entities'
import type { GoodbyeReason } from '@saathi/contract/video/socket'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#core/api-error.ts'
import { openCall } from './call.ts'
import type { Call, Tile } from './call-snapshot.ts'
import { pluginDevices } from './devices.fake.ts'
import { startRelay } from './relay.fake.ts'
import type { Piece } from './uploader.ts'

const room = (token: string): VideoRoom => ({
  room: '7f1c2e34-5a6b-4c8d-9e0f-112233445566',
  token,
  tokenExpiresAt: new Date(Date.now() + 300_000).toISOString(),
  startTime: new Date().toISOString(),
  opensAt: new Date().toISOString(),
  closesAt: new Date(Date.now() + 10_800_000).toISOString(),
  title: 'Group',
  sessionName: null,
  localeSessionName: null,
  visitStatus: 'open',
  channel: 1,
  callInProgress: true,
  consent: true,
  displayName: token,
  partners: [],
  engine: { kind: 'built-in', iceServers: [] },
})

function join(name: string, overrides: Partial<Parameters<typeof openCall>[0]> = {}) {
  const goodbyes: GoodbyeReason[] = []
  const refused: string[] = []
  const pieces: Piece[] = []
  const call = openCall({
    room: room(name),
    renew: async () => room(name),
    start: { microphone: true, camera: true },
    sendPiece: async (_room, piece) => {
      pieces.push(piece)
      return { nextPiece: piece.pieceNumber + 1, nextOffset: piece.offset + piece.bytes.size, nextSegment: null }
    },
    findSegment: async () => ({ nextPiece: 0, nextOffset: 0, isOpen: true }),
    onGoodbye: (reason) => goodbyes.push(reason),
    onRefused: (code) => refused.push(code),
    ...overrides,
  })
  onTestFinished(() => call.leave())
  return { call, goodbyes, refused, pieces }
}

const tileOf = (call: Call, name: string): Tile | undefined => call.snapshot().tiles.find((tile) => tile.name === name)
const connectionsOf = (call: Call) => call.snapshot().tiles.map(({ name, connection }) => `${name} ${connection}`)

/** The number of decoded frames of the other's video. */
function watch(call: Call, name: string): () => number {
  const video = document.createElement('video')
  video.muted = true
  return () => {
    const stream = tileOf(call, name)?.camera ?? null
    if (video.srcObject !== stream) {
      video.srcObject = stream
      void video.play().catch(() => undefined)
    }
    return video.getVideoPlaybackQuality().totalVideoFrames
  }
}

/** Browsers do not process audio that is not played. */
function listen(call: Call, name: string): () => boolean | undefined {
  const player = new Audio()
  onTestFinished(() => void (player.srcObject = null))
  return () => {
    const stream = tileOf(call, name)?.audio ?? null
    if (player.srcObject !== stream) {
      player.srcObject = stream
      void player.play().catch(() => undefined)
    }
    return tileOf(call, name)?.isSpeaking
  }
}

async function playRecording(recording: Blob): Promise<{ width: number; height: number; loudest: number }> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(recording)
  onTestFinished(() => URL.revokeObjectURL(url))
  video.src = url
  await expect.poll(() => video.readyState).toBeGreaterThan(1)
  const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await recording.arrayBuffer())
  const loudest = sound.getChannelData(0).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return { width: video.videoWidth, height: video.videoHeight, loudest }
}

async function growing(frames: () => number): Promise<void> {
  const before = frames()
  await expect.poll(frames).toBeGreaterThan(before + 5)
}

test('[VID-04] two participants see and hear each other', async () => {
  await pluginDevices()
  startRelay()
  const { call: asha } = join('Asha')
  const { call: ravi } = join('Ravi')
  await expect.poll(() => connectionsOf(asha)).toEqual(['Asha open', 'Ravi open'])
  await expect.poll(() => connectionsOf(ravi)).toEqual(['Asha open', 'Ravi open'])
  for (const [call, other] of [
    [asha, 'Ravi'],
    [ravi, 'Asha'],
  ] as const) {
    await growing(watch(call, other))
    await expect.poll(listen(call, other)).toBe(true)
    await expect.poll(async () => (await call.readStats())[0]?.width).toBeGreaterThan(0)
    await expect.poll(async () => (await call.readStats())[0]?.kbitDown).toBeGreaterThan(0)
  }
  expect(tileOf(asha, 'Asha')).toMatchObject({ isMe: true, audio: null })
})

test('[VID-04] three participants are all connected, and one who leaves disappears', async () => {
  await pluginDevices()
  startRelay()
  const calls = ['Asha', 'Ravi', 'Meera'].map((name) => join(name).call)
  const open = ['Asha open', 'Ravi open', 'Meera open']
  for (const call of calls) await expect.poll(() => connectionsOf(call)).toEqual(open)
  const [asha, ravi, meera] = calls
  if (!asha || !ravi || !meera) throw new Error('A participant is missing.')
  await growing(watch(asha, 'Meera'))
  await growing(watch(meera, 'Ravi'))
  await meera.leave()
  await expect.poll(() => connectionsOf(asha)).toEqual(['Asha open', 'Ravi open'])
  await growing(watch(ravi, 'Asha'))
})

test('[VID-04] microphone, camera, screen and hand are switched without renegotiation', async () => {
  await pluginDevices()
  const relay = startRelay()
  const { call: asha } = join('Asha')
  const { call: ravi } = join('Ravi')
  await expect.poll(() => connectionsOf(ravi)).toEqual(['Asha open', 'Ravi open'])
  await growing(watch(ravi, 'Asha'))
  const signals = () => relay.received.filter(({ command }) => command.type === 'signal' && 'description' in command.data).length
  const before = signals()
  const isHeard = listen(ravi, 'Asha')
  await expect.poll(isHeard).toBe(true)

  await asha.setMicrophone(false)
  await expect.poll(() => tileOf(ravi, 'Asha')?.state.microphone).toBe(false)
  await expect.poll(isHeard).toBe(false)
  await asha.setMicrophone(true)
  await expect.poll(isHeard).toBe(true)

  await asha.setCamera(false)
  await expect.poll(() => tileOf(ravi, 'Asha')?.camera).toBe(null)
  expect(tileOf(asha, 'Asha')?.camera).toBe(null)
  await asha.setCamera(true)
  await growing(watch(ravi, 'Asha'))

  await asha.setScreen(true)
  await expect.poll(() => tileOf(ravi, 'Asha')?.screen).not.toBe(null)
  await asha.setScreen(false)
  await expect.poll(() => tileOf(ravi, 'Asha')?.screen).toBe(null)

  asha.setHand(true)
  await expect.poll(() => tileOf(ravi, 'Asha')?.state.hand).toBe(true)
  expect(signals()).toBe(before)
})

test('[VID-04] a participant without microphone and camera sees and hears the others', async () => {
  const { ask } = await pluginDevices()
  startRelay()
  const { call: asha } = join('Asha')
  await expect.poll(() => asha.snapshot().me).toMatchObject({ microphone: true, camera: true })
  ask.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const { call: ravi } = join('Ravi')
  await expect.poll(() => ravi.snapshot().trouble).toBe('both_refused')
  await growing(watch(ravi, 'Asha'))
  expect(tileOf(asha, 'Ravi')?.state).toMatchObject({ microphone: false, camera: false })
})

test('[VID-04] audio-only mode sends no video, and the audio continues', async () => {
  await pluginDevices()
  startRelay()
  const { call: asha } = join('Asha')
  const { call: ravi } = join('Ravi')
  const frames = watch(ravi, 'Asha')
  await growing(frames)
  asha.setQuality('sound')
  await expect.poll(() => asha.snapshot().level).toBe(0)
  expect(asha.snapshot().isWeak).toBe(false)
  await ravi.readStats()
  await expect.poll(async () => (await ravi.readStats())[0]?.kbitDown).toBeLessThan(60)
  await expect.poll(listen(ravi, 'Asha')).toBe(true)
})

test('[VID-05] a dropped socket reconnects as the same peer, and the video continues', async () => {
  await pluginDevices()
  const relay = startRelay()
  const { call: asha } = join('Asha')
  const { call: ravi } = join('Ravi')
  const frames = watch(ravi, 'Asha')
  await growing(frames)
  const peerId = relay.peerIdOf('Ravi')
  relay.setUp(false)
  relay.cut('Ravi')
  await expect.poll(() => ravi.snapshot().socket).toBe('lost')
  await growing(frames)
  relay.setUp(true)
  await expect.poll(() => ravi.snapshot().socket).toBe('open')
  expect(relay.peerIdOf('Ravi')).toBe(peerId)
  expect(connectionsOf(asha)).toEqual(['Asha open', 'Ravi open'])
})

test('[VID-05] a participant who was dropped rejoins as a new peer and is visible again', async () => {
  await pluginDevices()
  const relay = startRelay()
  const { call: asha } = join('Asha')
  const { call: ravi } = join('Ravi')
  await growing(watch(ravi, 'Asha'))
  relay.setUp(false)
  relay.cut('Asha')
  relay.forget('Asha')
  await expect.poll(() => connectionsOf(ravi)).toEqual(['Ravi open'])
  relay.setUp(true)
  await expect.poll(() => connectionsOf(ravi)).toEqual(['Ravi open', 'Asha open'])
  await expect.poll(() => connectionsOf(asha)).toEqual(['Ravi open', 'Asha open'])
  await growing(watch(ravi, 'Asha'))
  await growing(watch(asha, 'Ravi'))
})

test('[VID-05] after a network change both restart ICE at once and reconnect', async () => {
  await pluginDevices()
  const relay = startRelay()
  const offers = () =>
    relay.received.filter(
      ({ command }) => command.type === 'signal' && 'description' in command.data && command.data.description.type === 'offer',
    ).length
  const { call: asha } = join('Asha')
  const { call: ravi } = join('Ravi')
  await expect.poll(() => connectionsOf(asha)).toEqual(['Asha open', 'Ravi open'])
  expect(offers()).toBe(1)
  window.dispatchEvent(new Event('online'))
  await expect.poll(offers).toBeGreaterThan(1)
  await expect.poll(() => [asha.snapshot().socket, ravi.snapshot().socket]).toEqual(['open', 'open'])
  await expect.poll(() => connectionsOf(asha)).toEqual(['Asha open', 'Ravi open'])
  await growing(watch(asha, 'Ravi'))
  await growing(watch(ravi, 'Asha'))
})

test('[VID-03] the chosen recorder records everyone in one file, and uploads the last piece on leaving', async () => {
  await pluginDevices()
  const relay = startRelay()
  const { call: asha, pieces } = join('Asha')
  const { call: ravi } = join('Ravi')
  await growing(watch(ravi, 'Asha'))
  const segment = crypto.randomUUID()
  relay.record('Asha', segment)
  await expect.poll(() => pieces.length).toBeGreaterThan(0)
  expect(asha.snapshot().recording).toMatchObject({ state: 'running', segment })
  expect(pieces[0]).toMatchObject({ segmentId: segment, pieceNumber: 0, offset: 0, isLast: false })
  const start = new Uint8Array((await pieces[0]?.bytes.slice(0, 4).arrayBuffer()) ?? [])
  expect([...start]).toEqual([0x1a, 0x45, 0xdf, 0xa3])
  await asha.leave()
  const recording = await playRecording(new Blob(pieces.map(({ bytes }) => bytes)))
  expect(recording).toMatchObject({ width: 640, height: 360 })
  expect(recording.loudest).toBeGreaterThan(0.1)
  expect(pieces.map(({ pieceNumber }) => pieceNumber)).toEqual(pieces.map((_, index) => index))
  expect(pieces.at(-1)?.isLast).toBe(true)
  expect(relay.received.some(({ token, command }) => token === 'Asha' && command.type === 'leave')).toBe(true)
})

test('[VID-03] a recording that must stop ends immediately, and nothing more is uploaded', async () => {
  await pluginDevices()
  const relay = startRelay()
  const { call: asha, pieces } = join('Asha')
  await expect.poll(() => asha.snapshot().tiles.length).toBe(1)
  const making = vi.spyOn(MediaRecorder.prototype, 'stop')
  onTestFinished(() => making.mockRestore())
  relay.record('Asha', crypto.randomUUID())
  await expect.poll(() => pieces.length).toBe(1)
  relay.record('Asha', null)
  await expect.poll(() => making.mock.calls.length).toBe(1)
  await asha.leave()
  expect(pieces).toHaveLength(1)
})

test('[VID-10] a refused participant gets the code, and does not retry', async () => {
  const { ask } = await pluginDevices()
  const relay = startRelay()
  relay.refuse('Ravi', 'video.full')
  const { call, refused } = join('Ravi')
  await expect.poll(() => refused).toEqual(['video.full'])
  expect(relay.received.filter(({ command }) => command.type === 'hello')).toHaveLength(1)
  expect(ask).toHaveBeenCalled()
  expect(call.snapshot().tiles).toEqual([])
})

test('[VID-10] a dismissed participant gets the reason, and so does one whose token cannot be renewed', async () => {
  await pluginDevices()
  const relay = startRelay()
  const asha = join('Asha')
  const refuse = async () => Promise.reject(new ApiError(403, { code: 'video.closed', message: '' }))
  const ravi = join('Ravi', { renew: refuse })
  await expect.poll(() => asha.call.snapshot().tiles.length).toBe(2)
  relay.send('Asha', { type: 'goodbye', reason: 'replaced' })
  await expect.poll(() => asha.goodbyes).toEqual(['replaced'])
  relay.cut('Ravi')
  await expect.poll(() => ravi.refused).toEqual(['video.closed'])
})
