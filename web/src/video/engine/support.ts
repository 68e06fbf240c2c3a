import { recognitionOf } from './speech-service.ts'

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
