/** The part of the Web Speech API that is used here; its names are not among TypeScript's own. */
export type SpeechHeard = Event & { resultIndex: number; results: SpeechRecognitionResultList }

export type SpeechService = EventTarget & {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  abort: () => void
}

type SpeechServiceClass = new () => SpeechService

const isClass = (value: unknown): value is SpeechServiceClass => typeof value === 'function'
export const isHeard = (event: Event): event is SpeechHeard => 'results' in event && 'resultIndex' in event

/** Safari, and Chrome until lately, have it under a name of their own. */
export function recognitionOf(window: object): SpeechServiceClass | undefined {
  const own = 'SpeechRecognition' in window ? window.SpeechRecognition : undefined
  const prefixed = 'webkitSpeechRecognition' in window ? window.webkitSpeechRecognition : undefined
  return [own, prefixed].find(isClass)
}
