import { CAPTION_MAX } from '@saathi/contract/video/socket'
import type { Caption, CaptionTrouble } from './call-snapshot.ts'
import { isHeard, recognitionOf, type SpeechHeard, type SpeechService } from './speech-service.ts'

export type Words = { text: string; isFinal: boolean }
export type CaptionState = { isCaptioning: boolean; captionLanguage: string; captionTrouble: CaptionTrouble | null }

export type Captioner = {
  now: () => CaptionState
  set: (on: boolean) => void
  setLanguage: (language: string) => void
  /** Only what is said into an open microphone is written down. */
  setMicrophone: (on: boolean) => void
  close: () => void
}

/** The server takes five a second of one person; what is not final yet can wait for the next. */
const TELL_EVERY_MS = 400
const AGAIN_AFTER_MS = 500
const KEPT = 40

export const speechLanguageOf = (language: string): string =>
  language === '' ? 'en-IN' : language.includes('-') ? language : `${language}-IN`

/** In pieces that a frame may hold, cut between words where there is a place for it. */
export function cutWords(text: string): string[] {
  const rest = text.trim()
  if (rest.length <= CAPTION_MAX) return rest === '' ? [] : [rest]
  const place = rest.lastIndexOf(' ', CAPTION_MAX)
  const end = place > 0 ? place : CAPTION_MAX
  return [rest.slice(0, end), ...cutWords(rest.slice(end))]
}

/** What somebody says now takes the place of what they had not finished saying. */
export function addCaption(captions: readonly Caption[], said: Caption): Caption[] {
  const others = captions.filter(({ peerId, isFinal }) => isFinal || peerId !== said.peerId)
  return [...others, said].slice(-KEPT)
}

const refusals = new Set(['not-allowed', 'service-not-allowed'])
const harmless = new Set(['no-speech', 'aborted', 'audio-capture', 'network'])
const errorOf = (event: Event) => ('error' in event && typeof event.error === 'string' ? event.error : '')

/**
 * One's own words, by the speech service of the browser, which may send the sound to its maker: it listens only while captions
 * were switched on by oneself, and the microphone is open.
 */
export function openCaptions(options: {
  language: string
  onWords: (words: Words, language: string) => void
  onChange: () => void
}): Captioner {
  const Recognition = recognitionOf(window)
  let state: CaptionState = { isCaptioning: false, captionLanguage: options.language, captionTrouble: null }
  let isMicrophoneOn = false
  let service: SpeechService | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let toldAt = 0

  function change(next: Partial<CaptionState>): void {
    state = { ...state, ...next }
    options.onChange()
  }

  function hear(event: SpeechHeard): void {
    const heard = Array.from(event.results).slice(event.resultIndex)
    const textOf = (isFinal: boolean) =>
      heard
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0]?.transcript ?? '')
        .join(' ')
    for (const text of cutWords(textOf(true))) options.onWords({ text, isFinal: true }, state.captionLanguage)
    const [unfinished] = cutWords(textOf(false)).slice(-1)
    if (unfinished === undefined || performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    options.onWords({ text: unfinished, isFinal: false }, state.captionLanguage)
  }

  function stop(): void {
    clearTimeout(again)
    const old = service
    service = null
    old?.abort()
  }

  function settle(): void {
    const isWanted = state.isCaptioning && isMicrophoneOn
    if (!isWanted) return stop()
    if (service || !Recognition) return
    const made = new Recognition()
    service = made
    made.lang = state.captionLanguage
    made.continuous = true
    made.interimResults = true
    made.addEventListener('result', (event) => {
      if (service === made && isHeard(event)) hear(event)
    })
    made.addEventListener('error', (event) => {
      if (service === made) handleError(errorOf(event))
    })
    made.addEventListener('end', () => {
      if (service !== made) return
      // It ends by itself after a silence.
      service = null
      again = setTimeout(settle, AGAIN_AFTER_MS)
    })
    made.start()
  }

  function handleError(code: string): void {
    if (harmless.has(code)) return
    stop()
    change({ isCaptioning: false, captionTrouble: refusals.has(code) ? 'refused' : 'failed' })
  }

  return {
    now: () => state,
    set: (on) => {
      if (on && !Recognition) return
      change({ isCaptioning: on, captionTrouble: null })
      settle()
    },
    setLanguage: (captionLanguage) => {
      change({ captionLanguage, captionTrouble: null })
      stop()
      settle()
    },
    setMicrophone: (on) => {
      if (on === isMicrophoneOn) return
      isMicrophoneOn = on
      settle()
    },
    close: () => {
      state = { ...state, isCaptioning: false }
      stop()
    },
  }
}
