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
