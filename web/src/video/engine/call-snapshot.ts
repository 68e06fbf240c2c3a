import type { VideoRoom } from '@saathi/contract/video/entities'
import type { GoodbyeReason, PeerState, Recording } from '@saathi/contract/video/socket'
import type { FindSegment, SendPiece } from './uploader.ts'

export type QualityChoice = 'auto' | 'high' | 'low' | 'sound'

export type LineState = 'connecting' | 'open' | 'lost'

/** The streams stay the same ones for as long as somebody is there; each is null while there is nothing in it. */
export type Tile = {
  peerId: string
  userId: number
  name: string
  displayPicture: string | null
  isMe: boolean
  state: PeerState
  camera: MediaStream | null
  screen: MediaStream | null
  /** Null for oneself: nobody is to hear their own voice. */
  audio: MediaStream | null
  connection: 'connecting' | 'open' | 'lost'
  isSpeaking: boolean
}

/** One that is not final is replaced by the next of the same person. */
export type Caption = { id: number; peerId: string; name: string; text: string; isFinal: boolean; at: number }

export type Devices = {
  microphones: readonly MediaDeviceInfo[]
  cameras: readonly MediaDeviceInfo[]
  speakers: readonly MediaDeviceInfo[]
  /** Empty: the browser's own choice. */
  chosen: { microphone: string; camera: string; speaker: string }
}

export type MediaTrouble = 'microphone_refused' | 'camera_refused' | 'both_refused' | 'none_found' | 'in_use'

/** `refused`: the browser may not listen; `failed`: its speech service does not answer, or does not know the language. */
export type CaptionTrouble = 'refused' | 'failed'

export type CallSnapshot = {
  line: LineState
  /** By when they came in, oneself included. Empty until the first welcome. */
  tiles: readonly Tile[]
  recording: Recording
  /** The last ones, the oldest first; those of others come whether or not one writes down one's own. */
  captions: readonly Caption[]
  /** One's own words are written down by the browser and told to the others. */
  isCaptioning: boolean
  captionLanguage: string
  captionTrouble: CaptionTrouble | null
  /** What one has switched on oneself; known before there is a tile. */
  me: PeerState
  quality: QualityChoice
  /** 0 no picture … 4 the best, of the connection that carries least. */
  level: number
  /** The picture was given up for the sound. */
  isWeak: boolean
  devices: Devices
  trouble: MediaTrouble | null
}

export type CallStat = {
  peerId: string
  kbitUp: number
  kbitDown: number
  lossPercent: number
  rttMs: number
  width: number
  height: number
  framesPerSecond: number
}

export type DeviceKind = 'microphone' | 'camera' | 'speaker'

export type Call = {
  subscribe: (listener: () => void) => () => void
  /** The same object until something changes. */
  snapshot: () => CallSnapshot
  setMicrophone: (on: boolean) => Promise<void>
  setCamera: (on: boolean) => Promise<void>
  /** Where nothing was chosen to be shown, it stays off, and that is no trouble. */
  setScreen: (on: boolean) => Promise<void>
  setHand: (up: boolean) => void
  setCaptions: (on: boolean) => void
  /** As `en-IN`. */
  setCaptionLanguage: (language: string) => void
  setQuality: (choice: QualityChoice) => void
  /** The speaker is only kept: whoever plays the sound takes it from `devices.chosen.speaker`. */
  choose: (kind: DeviceKind, id: string) => Promise<void>
  setRecordingWanted: (on: boolean) => void
  readStats: () => Promise<readonly CallStat[]>
  /** Resolves when the last piece of a recording has gone, or after two seconds. `onGoodbye` is not called for it. */
  leave: () => Promise<void>
}

export type CallOptions = {
  room: VideoRoom
  /** The room read anew, for a fresh token. */
  renew: () => Promise<VideoRoom>
  start: { microphone: boolean; camera: boolean; quality?: QualityChoice }
  sendPiece: SendPiece
  findSegment: FindSegment
  onGoodbye: (reason: GoodbyeReason) => void
  /** One may not come in, or not come back: a code of the contract, as `video.full`. Everything is closed by then. */
  onRefused: (code: string) => void
}
