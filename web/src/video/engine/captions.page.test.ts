import { CAPTION_MAX } from '@saathi/contract/video/socket'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Caption } from './call-snapshot.ts'
import { addCaption, cutWords, openCaptions, speechLanguageOf, type Words } from './captions.ts'
import { supportOf } from './support.ts'

/** Stands in for the browser's speech service. */
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

  hear(transcript: string, isFinal: boolean): void {
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
  const said: (Words & { language: string })[] = []
  const captions = openCaptions({
    language: 'en-IN',
    onWords: (words, language) => said.push({ ...words, language }),
    onChange: () => {},
  })
  onTestFinished(() => captions.close())
  return { captions, said }
}
const listening = () => FakeSpeech.made.filter(({ isListening }) => isListening)

test('[VID-04] it listens only while captions are on and the microphone is open', () => {
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

test('[VID-04] words are told as they come, not too often, and the final ones always', () => {
  const { captions, said } = makeCaptions()
  captions.setMicrophone(true)
  captions.set(true)
  vi.advanceTimersByTime(1_000)
  const [speech] = listening()
  speech?.hear('good', false)
  speech?.hear('good mor', false)
  vi.advanceTimersByTime(500)
  speech?.hear('good morning', false)
  speech?.hear('Good morning.', true)
  expect(said.map(({ text, isFinal }) => [text, isFinal])).toEqual([
    ['good', false],
    ['good morning', false],
    ['Good morning.', true],
  ])
})

test('[VID-04] after a silence it listens again, and in another language when that is chosen', () => {
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
])('[VID-04] where the browser says $error, captions go off and say so', ({ error, is }) => {
  const { captions } = makeCaptions()
  captions.setMicrophone(true)
  captions.set(true)
  FakeSpeech.made[0]?.fail(error)
  expect(captions.now()).toMatchObject({ isCaptioning: false, captionTrouble: is })
  vi.advanceTimersByTime(5_000)
  expect(FakeSpeech.made).toHaveLength(1)
})

test('[VID-04] a browser without a speech service says that it has none', () => {
  vi.stubGlobal('SpeechRecognition', undefined)
  vi.stubGlobal('webkitSpeechRecognition', undefined)
  expect(supportOf(window).captions).toBe(false)
  const { captions } = makeCaptions()
  captions.set(true)
  expect(captions.now().isCaptioning).toBe(false)
})

test('what a browser can do is known', () => {
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

test('what was not final is replaced by the next of the same person, and only the last ones are kept', () => {
  const open = [caption(1), caption(2, { isFinal: false }), caption(3, { peerId: 'b', isFinal: false })]
  expect(addCaption(open, caption(4, { isFinal: false })).map(({ id }) => id)).toEqual([1, 3, 4])
  const many = Array.from({ length: 60 }, (_, index) => caption(index))
  expect(addCaption(many, caption(99)).length).toBe(40)
})

test('long words are cut between words, and those of a dictionary anywhere', () => {
  const pieces = cutWords('word '.repeat(150))
  expect(pieces.length).toBe(2)
  expect(pieces.every((piece) => piece.length <= CAPTION_MAX && piece.endsWith('word'))).toBe(true)
  expect(cutWords('x'.repeat(CAPTION_MAX + 1)).map(({ length }) => length)).toEqual([CAPTION_MAX, 1])
  expect(cutWords('  ')).toEqual([])
})

test('the language of the page is spoken as in India', () => {
  expect(['en', 'hi', 'kn', '', 'fr-FR'].map(speechLanguageOf)).toEqual(['en-IN', 'hi-IN', 'kn-IN', 'en-IN', 'fr-FR'])
})
