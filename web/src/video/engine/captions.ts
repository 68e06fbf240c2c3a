import { CAPTION_MAX } from '@saathi/contract/video/socket'
import type { Caption, CaptionTrouble } from './call-snapshot.ts'
import { isSpeechResult, recognitionOf, type SpeechResult, type SpeechService } from './support.ts'

export type Words = { text: string; isFinal: boolean }
type CaptionState = { isCaptioning: boolean; captionLanguage: string; captionTrouble: CaptionTrouble | null }

export type Captioner = {
  now: () => CaptionState
  set: (on: boolean) => void
  setLanguage: (language: string) => void
  /** Speech is transcribed only while the microphone is on. */
  setMicrophone: (on: boolean) => void
  close: () => void
}

/** The server accepts five captions per second and person; interim ones can wait. */
const INTERIM_EVERY_MS = 400
const RESTART_AFTER_MS = 500
const MAX_CAPTIONS = 40

export const speechLanguageOf = (language: string): string =>
  language === '' ? 'en-IN' : language.includes('-') ? language : `${language}-IN`

/** Splits the text into captions of the maximum length, between words if possible. */
export function cutWords(text: string): string[] {
  const rest = text.trim()
  if (rest.length <= CAPTION_MAX) return rest === '' ? [] : [rest]
  const place = rest.lastIndexOf(' ', CAPTION_MAX)
  const end = place > 0 ? place : CAPTION_MAX
  return [rest.slice(0, end), ...cutWords(rest.slice(end))]
}

/** A caption replaces the same person's unfinished one. */
export function addCaption(captions: readonly Caption[], added: Caption): Caption[] {
  const others = captions.filter(({ peerId, isFinal }) => isFinal || peerId !== added.peerId)
  return [...others, added].slice(-MAX_CAPTIONS)
}

const refusals = new Set(['not-allowed', 'service-not-allowed'])
const harmless = new Set(['no-speech', 'aborted', 'audio-capture', 'network'])
const errorOf = (event: Event) => ('error' in event && typeof event.error === 'string' ? event.error : '')

/**
 * Transcribes the person's own speech with the browser's speech service, which may send audio to its vendor. So it listens only
 * while the person has switched captions on and the microphone is on.
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
  let restartTimer: ReturnType<typeof setTimeout> | undefined
  let sentAt = 0

  function change(next: Partial<CaptionState>): void {
    state = { ...state, ...next }
    options.onChange()
  }

  function handleResult(event: SpeechResult): void {
    const results = Array.from(event.results).slice(event.resultIndex)
    const textOf = (isFinal: boolean) =>
      results
        .filter((result) => result.isFinal === isFinal)
        .map((result) => result[0]?.transcript ?? '')
        .join(' ')
    for (const text of cutWords(textOf(true))) options.onWords({ text, isFinal: true }, state.captionLanguage)
    const [unfinished] = cutWords(textOf(false)).slice(-1)
    if (unfinished === undefined || performance.now() - sentAt < INTERIM_EVERY_MS) return
    sentAt = performance.now()
    options.onWords({ text: unfinished, isFinal: false }, state.captionLanguage)
  }

  function stop(): void {
    clearTimeout(restartTimer)
    const old = service
    service = null
    old?.abort()
  }

  function update(): void {
    const isWanted = state.isCaptioning && isMicrophoneOn
    if (!isWanted) return stop()
    if (service || !Recognition) return
    const created = new Recognition()
    service = created
    created.lang = state.captionLanguage
    created.continuous = true
    created.interimResults = true
    created.addEventListener('result', (event) => {
      if (service === created && isSpeechResult(event)) handleResult(event)
    })
    created.addEventListener('error', (event) => {
      if (service === created) handleError(errorOf(event))
    })
    created.addEventListener('end', () => {
      if (service !== created) return
      // The service stops by itself after a silence.
      service = null
      restartTimer = setTimeout(update, RESTART_AFTER_MS)
    })
    created.start()
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
      update()
    },
    setLanguage: (captionLanguage) => {
      change({ captionLanguage, captionTrouble: null })
      stop()
      update()
    },
    setMicrophone: (on) => {
      if (on === isMicrophoneOn) return
      isMicrophoneOn = on
      update()
    },
    close: () => {
      state = { ...state, isCaptioning: false }
      stop()
    },
  }
}
