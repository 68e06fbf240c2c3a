import type { CallStatus, VideoRoom } from '@saathi/contract/video/entities'
import type { PeerState } from '@saathi/contract/video/socket'
import type { Call, CallSnapshot, Tile } from './engine/call-snapshot.ts'

export const roomId = '10000000-0000-4000-8000-000000000001'

export function room(overrides: Partial<VideoRoom> = {}): VideoRoom {
  return {
    room: roomId,
    token: 'token',
    tokenExpiresAt: '2026-11-14T14:05:00Z',
    startTime: '2026-11-14T14:00:00Z',
    opensAt: '2026-11-14T13:50:00Z',
    closesAt: '2026-11-14T17:00:00Z',
    title: 'Weekly call',
    sessionName: 'Walk into your first interview',
    localeSessionName: null,
    visitStatus: 'open',
    channel: 1,
    callInProgress: true,
    consent: true,
    displayName: 'Asha Rao',
    partners: [],
    engine: { kind: 'built-in', iceServers: [] },
    ...overrides,
  }
}

const still: PeerState = { microphone: true, camera: false, screen: false, hand: false }

/** Nothing rings, and nobody is alone. */
export const callStatus = (overrides: Partial<CallStatus> = {}): CallStatus => ({
  ring: null,
  aloneUntil: null,
  lastLeft: null,
  since: null,
  talkedSeconds: 0,
  ...overrides,
})

/** An empty picture in a real stream. */
export function picture(): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')
  return canvas.captureStream()
}

function tile(peerId: string, name: string, overrides: Partial<Tile> = {}): Tile {
  return {
    peerId,
    userId: 2,
    name,
    displayPicture: null,
    isMe: false,
    state: still,
    camera: null,
    screen: null,
    audio: null,
    connection: 'open',
    isSpeaking: false,
    ...overrides,
  }
}

export const state = (overrides: Partial<PeerState>): PeerState => ({ ...still, ...overrides })
export const me = (overrides: Partial<Tile> = {}): Tile => tile('me', 'Asha Rao', { userId: 1, isMe: true, ...overrides })
export const ravi = (overrides: Partial<Tile> = {}): Tile => tile('ravi', 'Ravi Kumar', overrides)
export const divya = (overrides: Partial<Tile> = {}): Tile => tile('divya', 'Divya Nair', { userId: 3, ...overrides })

const first: CallSnapshot = {
  socket: 'open',
  tiles: [],
  recording: { state: 'waiting', since: null, segment: null },
  captions: [],
  isCaptioning: false,
  captionLanguage: 'en-IN',
  captionTrouble: null,
  me: state({ camera: true }),
  isStarting: false,
  quality: 'auto',
  level: 4,
  isWeak: false,
  devices: { microphones: [], cameras: [], speakers: [], chosen: { microphone: '', camera: '', speaker: '' } },
  trouble: null,
}

/** A fake call that records its commands and shows the given snapshot. */
export function playCall(overrides: Partial<CallSnapshot> = {}) {
  const commands: unknown[][] = []
  const listeners = new Set<() => void>()
  let snapshot: CallSnapshot = { ...first, tiles: [me(), ravi()], ...overrides }
  const change = (part: Partial<CallSnapshot>) => {
    snapshot = { ...snapshot, ...part }
    for (const notify of listeners) notify()
  }
  const isMe = (part: Partial<PeerState>) => change({ me: { ...snapshot.me, ...part } })
  const call: Call = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,
    setMicrophone: async (on) => {
      commands.push(['microphone', on])
      isMe({ microphone: on })
    },
    setCamera: async (on) => {
      commands.push(['camera', on])
      isMe({ camera: on })
    },
    setScreen: async (on) => {
      commands.push(['screen', on])
      isMe({ screen: on })
    },
    setHand: (up) => {
      commands.push(['hand', up])
      isMe({ hand: up })
    },
    setCaptions: (on) => {
      commands.push(['captions', on])
      change({ isCaptioning: on })
    },
    setCaptionLanguage: (language) => {
      commands.push(['language', language])
      change({ captionLanguage: language })
    },
    setQuality: (choice) => {
      commands.push(['quality', choice])
      change({ quality: choice })
    },
    choose: async (kind, id) => {
      commands.push(['choose', kind, id])
      change({ devices: { ...snapshot.devices, chosen: { ...snapshot.devices.chosen, [kind]: id } } })
    },
    setRecordingWanted: (on) => void commands.push(['record', on]),
    readStats: async () => [
      { peerId: 'ravi', kbitUp: 212.4, kbitDown: 305, lossPercent: 1, rttMs: 48.6, width: 640, height: 360, framesPerSecond: 24 },
    ],
    leave: async () => void commands.push(['leave']),
  }
  return { call, change, commands }
}
