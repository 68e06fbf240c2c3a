import { CAPTION_MAX } from '@saathi/contract/video/socket'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Caption } from './call-snapshot.ts'
import { addCaption, cutWords, openCaptions, speechLanguageOf, type Words } from './captions.ts'
import { supportOf } from './support.ts'

/** A fake of the browser's speech service. */
class FakeSpeech extends EventTarget {
  static readonly made: FakeSpeech[] = []
  lang = ''
  continuous = false
  interimResults = false
  isListening = false

  constructor() {
    super()
    FakeSpeech.made.push(this)
  }

  start(): void {
    this.isListening = true
  }

  abort(): void {
    this.isListening = false
  }

  emit(transcript: string, isFinal: boolean): void {
    const results = [Object.assign([{ transcript, confidence: 1 }], { isFinal })]
    this.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results }))
  }

  fail(error: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { error }))
  }
}

beforeEach(() => {
  vi.stubGlobal('SpeechRecognition', FakeSpeech)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  return () => {
    FakeSpeech.made.length = 0
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

function makeCaptions() {
  const captured: (Words & { language: string })[] = []
  const captions = openCaptions({
    language: 'en-IN',
    onWords: (words, language) => captured.push({ ...words, language }),
    onChange: () => {},
  })
  onTestFinished(() => captions.close())
  return { captions, captured }
}
const listening = () => FakeSpeech.made.filter(({ isListening }) => isListening)

test('[VID-04] it listens only while captions and the microphone are on', () => {
  const { captions } = makeCaptions()
  captions.setMicrophone(true)
  expect(FakeSpeech.made).toEqual([])
  captions.set(true)
  expect(listening()).toMatchObject([{ lang: 'en-IN', continuous: true, interimResults: true }])
  captions.setMicrophone(false)
  expect(listening()).toEqual([])
  expect(captions.now().isCaptioning).toBe(true)
  captions.setMicrophone(true)
  expect(listening()).toHaveLength(1)
  captions.set(false)
  expect(listening()).toEqual([])
})

test('[VID-04] interim captions are throttled, and final ones are always sent', () => {
  const { captions, captured } = makeCaptions()
  captions.setMicrophone(true)
  captions.set(true)
  vi.advanceTimersByTime(1_000)
  const [speech] = listening()
  speech?.emit('good', false)
  speech?.emit('good mor', false)
  vi.advanceTimersByTime(500)
  speech?.emit('good morning', false)
  speech?.emit('Good morning.', true)
  expect(captured.map(({ text, isFinal }) => [text, isFinal])).toEqual([
    ['good', false],
    ['good morning', false],
    ['Good morning.', true],
  ])
})

test('[VID-04] it restarts after a silence, and when another language is chosen', () => {
  const { captions } = makeCaptions()
  captions.setMicrophone(true)
  captions.set(true)
  FakeSpeech.made[0]?.fail('no-speech')
  FakeSpeech.made[0]?.dispatchEvent(new Event('end'))
  vi.advanceTimersByTime(500)
  expect(FakeSpeech.made).toHaveLength(2)
  captions.setLanguage('hi-IN')
  expect(FakeSpeech.made.at(-1)).toMatchObject({ lang: 'hi-IN', isListening: true })
  expect(captions.now()).toMatchObject({ captionLanguage: 'hi-IN' })
})

test.each([
  { error: 'not-allowed', is: 'refused' },
  { error: 'language-not-supported', is: 'failed' },
])('[VID-04] the browser error $error switches captions off with a reason', ({ error, is }) => {
  const { captions } = makeCaptions()
  captions.setMicrophone(true)
  captions.set(true)
  FakeSpeech.made[0]?.fail(error)
  expect(captions.now()).toMatchObject({ isCaptioning: false, captionTrouble: is })
  vi.advanceTimersByTime(5_000)
  expect(FakeSpeech.made).toHaveLength(1)
})

test('[VID-04] a browser without a speech service cannot caption its own person', () => {
  vi.stubGlobal('SpeechRecognition', undefined)
  vi.stubGlobal('webkitSpeechRecognition', undefined)
  expect(supportOf(window).captions).toBe(false)
  const { captions } = makeCaptions()
  captions.set(true)
  expect(captions.now().isCaptioning).toBe(false)
})

test("supportOf detects the browser's features", () => {
  expect(supportOf(window)).toEqual({
    captions: true,
    screen: true,
    speaker: true,
    fullScreen: expect.any(Boolean),
    record: true,
  })
})

const caption = (id: number, given: Partial<Caption> = {}): Caption => {
  return { id, peerId: 'a', name: 'Asha', text: 'word', isFinal: true, at: 0, ...given }
}

test("an interim caption is replaced by the person's next one, and old captions are dropped", () => {
  const open = [caption(1), caption(2, { isFinal: false }), caption(3, { peerId: 'b', isFinal: false })]
  expect(addCaption(open, caption(4, { isFinal: false })).map(({ id }) => id)).toEqual([1, 3, 4])
  const many = Array.from({ length: 60 }, (_, index) => caption(index))
  expect(addCaption(many, caption(99)).length).toBe(40)
})

test('a long text is split between words, and a very long word at the limit', () => {
  const pieces = cutWords('word '.repeat(150))
  expect(pieces.length).toBe(2)
  expect(pieces.every((piece) => piece.length <= CAPTION_MAX && piece.endsWith('word'))).toBe(true)
  expect(cutWords('x'.repeat(CAPTION_MAX + 1)).map(({ length }) => length)).toEqual([CAPTION_MAX, 1])
  expect(cutWords('  ')).toEqual([])
})

test('the page language maps to its Indian variant', () => {
  expect(['en', 'hi', 'kn', '', 'fr-FR'].map(speechLanguageOf)).toEqual(['en-IN', 'hi-IN', 'kn-IN', 'en-IN', 'fr-FR'])
})
