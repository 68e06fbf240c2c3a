export type Support = { captions: boolean; screen: boolean; speaker: boolean; fullScreen: boolean; record: boolean }

const recordingTypes = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/webm']

/** The first recording format that the browser supports and the server accepts, if any. */
export function recordingTypeOf(window: Window & typeof globalThis): string | undefined {
  if (!('MediaRecorder' in window) || !('captureStream' in window.HTMLCanvasElement.prototype)) return undefined
  return recordingTypes.find((type) => window.MediaRecorder.isTypeSupported(type))
}

/** The features of this browser; most phones, for example, cannot share the screen. */
export function supportOf(window: Window & typeof globalThis): Support {
  const { navigator, document } = window
  return {
    captions: recognitionOf(window) !== undefined,
    screen: 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices,
    speaker: 'setSinkId' in window.HTMLMediaElement.prototype,
    fullScreen: 'fullscreenEnabled' in document && document.fullscreenEnabled,
    record: recordingTypeOf(window) !== undefined,
  }
}

/** The part of the Web Speech API used here; TypeScript does not include it. */
export type SpeechResult = Event & { resultIndex: number; results: SpeechRecognitionResultList }

export type SpeechService = EventTarget & {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  abort: () => void
}

type SpeechServiceClass = new () => SpeechService

const isClass = (value: unknown): value is SpeechServiceClass => typeof value === 'function'
export const isSpeechResult = (event: Event): event is SpeechResult => 'results' in event && 'resultIndex' in event

/** Safari and older Chrome use a prefixed name. */
export function recognitionOf(window: object): SpeechServiceClass | undefined {
  const own = 'SpeechRecognition' in window ? window.SpeechRecognition : undefined
  const prefixed = 'webkitSpeechRecognition' in window ? window.webkitSpeechRecognition : undefined
  return [own, prefixed].find(isClass)
}
