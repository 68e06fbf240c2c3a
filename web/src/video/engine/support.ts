import { recognitionOf } from './speech-service.ts'

export type Support = { captions: boolean; screen: boolean; speaker: boolean; fullScreen: boolean; record: boolean }

const filmTypes = ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/webm']

/** The first kind of film that this browser can make and the server takes; undefined where there is none. */
export function filmTypeOf(window: Window & typeof globalThis): string | undefined {
  if (!('MediaRecorder' in window) || !('captureStream' in window.HTMLCanvasElement.prototype)) return undefined
  return filmTypes.find((type) => window.MediaRecorder.isTypeSupported(type))
}

/** What this browser can do; a phone, for one, mostly cannot show its screen. */
export function supportOf(window: Window & typeof globalThis): Support {
  const { navigator, document } = window
  return {
    captions: recognitionOf(window) !== undefined,
    screen: 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices,
    speaker: 'setSinkId' in window.HTMLMediaElement.prototype,
    fullScreen: 'fullscreenEnabled' in document && document.fullscreenEnabled,
    record: filmTypeOf(window) !== undefined,
  }
}
