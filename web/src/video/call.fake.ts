import type { VideoRoom } from '@saathi/contract/video/entities'
import type { PeerState } from '@saathi/contract/video/socket'
import type { Call, CallSnapshot, Tile } from './engine/call-snapshot.ts'

export const roomId = '10000000-0000-4000-8000-000000000001'

export function room(given: Partial<VideoRoom> = {}): VideoRoom {
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
    ...given,
  }
}

const still: PeerState = { microphone: true, camera: false, screen: false, hand: false }

/** A picture of nothing, that is a real stream all the same. */
export function picture(): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')
  return canvas.captureStream()
}

export function tile(peerId: string, name: string, given: Partial<Tile> = {}): Tile {
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
    ...given,
  }
}

export const state = (given: Partial<PeerState>): PeerState => ({ ...still, ...given })
export const me = (given: Partial<Tile> = {}): Tile => tile('me', 'Asha Rao', { userId: 1, isMe: true, ...given })
export const ravi = (given: Partial<Tile> = {}): Tile => tile('ravi', 'Ravi Kumar', given)
export const divya = (given: Partial<Tile> = {}): Tile => tile('divya', 'Divya Nair', { userId: 3, ...given })

const first: CallSnapshot = {
  line: 'open',
  tiles: [],
  recording: { state: 'waiting', since: null, segment: null },
  captions: [],
  isCaptioning: false,
  captionLanguage: 'en-IN',
  captionTrouble: null,
  me: state({ camera: true }),
  quality: 'auto',
  level: 4,
  isWeak: false,
  devices: { microphones: [], cameras: [], speakers: [], chosen: { microphone: '', camera: '', speaker: '' } },
  trouble: null,
}

/** Plays a call: it writes down what it is asked to do, and shows what the test says. */
export function playCall(given: Partial<CallSnapshot> = {}) {
  const asked: unknown[][] = []
  const listeners = new Set<() => void>()
  let snapshot: CallSnapshot = { ...first, tiles: [me(), ravi()], ...given }
  const change = (part: Partial<CallSnapshot>) => {
    snapshot = { ...snapshot, ...part }
    for (const tell of listeners) tell()
  }
  const isMe = (part: Partial<PeerState>) => change({ me: { ...snapshot.me, ...part } })
  const call: Call = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => snapshot,
    setMicrophone: async (on) => {
      asked.push(['microphone', on])
      isMe({ microphone: on })
    },
    setCamera: async (on) => {
      asked.push(['camera', on])
      isMe({ camera: on })
    },
    setScreen: async (on) => {
      asked.push(['screen', on])
      isMe({ screen: on })
    },
    setHand: (up) => {
      asked.push(['hand', up])
      isMe({ hand: up })
    },
    setCaptions: (on) => {
      asked.push(['captions', on])
      change({ isCaptioning: on })
    },
    setCaptionLanguage: (language) => {
      asked.push(['language', language])
      change({ captionLanguage: language })
    },
    setQuality: (choice) => {
      asked.push(['quality', choice])
      change({ quality: choice })
    },
    choose: async (kind, id) => {
      asked.push(['choose', kind, id])
      change({ devices: { ...snapshot.devices, chosen: { ...snapshot.devices.chosen, [kind]: id } } })
    },
    setRecordingWanted: (on) => void asked.push(['record', on]),
    readStats: async () => [
      { peerId: 'ravi', kbitUp: 212.4, kbitDown: 305, lossPercent: 1, rttMs: 48.6, width: 640, height: 360, framesPerSecond: 24 },
    ],
    leave: async () => void asked.push(['leave']),
  }
  return { call, change, asked }
}
