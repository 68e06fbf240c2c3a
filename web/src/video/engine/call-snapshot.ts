import type { VideoRoom } from '@saathi/contract/video/entities'
import type { GoodbyeReason, PeerState, Recording } from '@saathi/contract/video/socket'
import type { FindSegment, SendPiece } from './uploader.ts'

export type QualityChoice = 'auto' | 'high' | 'low' | 'sound'

export type SocketState = 'connecting' | 'open' | 'lost'

/** The streams stay the same objects while the person is present; each is null while it is empty. */
export type Tile = {
  peerId: string
  userId: number
  name: string
  displayPicture: string | null
  isMe: boolean
  state: PeerState
  camera: MediaStream | null
  screen: MediaStream | null
  /** Null for the person's own tile, to avoid an echo. */
  audio: MediaStream | null
  connection: 'connecting' | 'open' | 'lost'
  isSpeaking: boolean
}

/** A caption that is not final is replaced by the person's next one. */
export type Caption = { id: number; peerId: string; name: string; text: string; isFinal: boolean; at: number }

export type Devices = {
  microphones: readonly MediaDeviceInfo[]
  cameras: readonly MediaDeviceInfo[]
  speakers: readonly MediaDeviceInfo[]
  /** Empty: the browser's default. */
  chosen: { microphone: string; camera: string; speaker: string }
}

export type MediaTrouble = 'microphone_refused' | 'camera_refused' | 'both_refused' | 'none_found' | 'in_use'

/** `refused`: no permission to listen; `failed`: the speech service is unavailable or does not support the language. */
export type CaptionTrouble = 'refused' | 'failed'

export type CallSnapshot = {
  socket: SocketState
  /** In order of joining, including this person. Empty until the first welcome. */
  tiles: readonly Tile[]
  recording: Recording
  /** The most recent captions, oldest first. Captions of others arrive even if the own ones are off. */
  captions: readonly Caption[]
  /** The browser transcribes this person's speech and sends it to the others. */
  isCaptioning: boolean
  captionLanguage: string
  captionTrouble: CaptionTrouble | null
  /** This person's own state, which is known before their tile exists. */
  me: PeerState
  /** The devices wanted from the start are still opening. */
  isStarting: boolean
  quality: QualityChoice
  /** From 0 (no video) to 4 (best), of the slowest connection. */
  level: number
  /** Video was switched off to keep the audio working. */
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
  /** Returns the same object until something changes. */
  snapshot: () => CallSnapshot
  setMicrophone: (on: boolean) => Promise<void>
  setCamera: (on: boolean) => Promise<void>
  /** Cancelling the browser's picker leaves it off and is not an error. */
  setScreen: (on: boolean) => Promise<void>
  setHand: (up: boolean) => void
  setCaptions: (on: boolean) => void
  /** For example `en-IN`. */
  setCaptionLanguage: (language: string) => void
  setQuality: (choice: QualityChoice) => void
  /** The speaker is only stored; the audio elements read `devices.chosen.speaker`. */
  choose: (kind: DeviceKind, id: string) => Promise<void>
  setRecordingWanted: (on: boolean) => void
  readStats: () => Promise<readonly CallStat[]>
  /** Resolves when the last recording piece has been uploaded, or after two seconds. Does not call `onGoodbye`. */
  leave: () => Promise<void>
}

export type CallOptions = {
  room: VideoRoom
  /** Refetches the room for a new token. */
  renew: () => Promise<VideoRoom>
  start: { microphone: boolean; camera: boolean; quality?: QualityChoice }
  sendPiece: SendPiece
  findSegment: FindSegment
  onGoodbye: (reason: GoodbyeReason) => void
  /** Joining or rejoining was refused, with a contract code such as `video.full`. Everything is closed by then. */
  onRefused: (code: string) => void
}
