import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../test/harness.tsx'
import { ReadAloud } from './read-aloud.tsx'
import { languageOfText } from './speech.ts'

function Page({ hindi }: { hindi: string }) {
  const source = useRef<HTMLDivElement>(null)
  return (
    <div ref={source}>
      <h2>A kite</h2>
      <ReadAloud source={source} />
      <p>
        It <b>flies</b> high.
      </p>
      <p>{hindi}</p>
      <button type="button">Not read</button>
    </div>
  )
}

/** The page tests' browser has no voices of its own. */
function fakeVoices(...languages: string[]) {
  const spoken: SpeechSynthesisUtterance[] = []
  const voices = languages.map((lang) => ({ lang, name: lang, voiceURI: lang, default: false, localService: true }))
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue(voices)
  vi.spyOn(speechSynthesis, 'speak').mockImplementation((each) => void spoken.push(each))
  const cancelled = vi.spyOn(speechSynthesis, 'cancel')
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      lang = ''
      voice: unknown = null
      text: string
      constructor(text: string) {
        this.text = text
      }
      addEventListener() {}
    },
  )
  return { spoken, cancelled }
}

beforeEach(() => {
  vi.restoreAllMocks()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('[DAY-48] reads each paragraph in its own language, and stops on request', async () => {
  const { spoken, cancelled } = fakeVoices('en-US', 'en-IN', 'hi-IN')
  const screen = await show(<Page hindi="पतंग" />)
  await screen.getByRole('button', { name: 'Listen' }).click()
  await expect
    .poll(() => spoken.map(({ text, lang }) => [text, lang]))
    .toEqual([
      ['A kite', 'en-IN'],
      ['It flies high.', 'en-IN'],
      ['पतंग', 'hi-IN'],
    ])
  await screen.getByRole('button', { name: 'Stop' }).click()
  expect(cancelled).toHaveBeenCalled()
  await expect.element(screen.getByRole('button', { name: 'Listen' })).toBeVisible()
})

test('[DAY-48] says so where the device has no voice for the language', async () => {
  const { spoken } = fakeVoices('en-IN')
  const screen = await show(<Page hindi="पतंग" />)
  await screen.getByRole('button', { name: 'Listen' }).click()
  await expect.element(screen.getByText(/has no voice for this language/)).toBeVisible()
  expect(spoken).toEqual([])
})

test('the letters decide the language, and the reader where two languages share them', () => {
  expect(['மரம்', 'पतंग', 'kite'].map((text) => languageOfText(text, 'mr'))).toEqual(['ta-IN', 'mr-IN', 'en-IN'])
  expect(languageOfText('पतंग', 'en')).toBe('hi-IN')
})
