import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contentFaults, type ContentText } from './content-rules.ts'
import { readContent } from './read-content.ts'

const demo = fileURLToPath(new URL('../../demo', import.meta.url))

/** These teach people to write English, so they quote English sentences, addresses and file names. */
const quotesEnglish = [
  'sessions/03-first-salary/steps/read-the-slip.',
  'sessions/09-an-email-that-gets-answered/',
  'sessions/14-a-cv-on-one-page/quizzes/',
  'sessions/15-english-for-work/',
]

const faultsOf = (changes: Partial<ContentText>) =>
  contentFaults({ place: 'here', language: 'mr', kind: 'text', english: 'Ask two people.', text: 'दोघांना विचारा.', ...changes })

describe('the content of the demo programme', () => {
  const texts = readContent(demo)

  test('is read in every language, from JSON and from Markdown', () => {
    for (const language of ['hi', 'bn', 'kn', 'mr', 'te']) {
      const places = texts.filter((text) => text.language === language).map(({ place }) => place)
      expect(places.length, language).toBeGreaterThan(300)
      expect(places).toContainEqual(expect.stringContaining(`.${language}.md`))
    }
  })

  test('has no text in English, with other placeholders, in mixed scripts or too wide for a small phone', () => {
    const checked = texts.filter(({ place }) => !quotesEnglish.some((start) => place.startsWith(start)))
    expect(checked.flatMap(contentFaults)).toEqual([])
  })

  test('quotes English only where the rules would object', () => {
    for (const start of quotesEnglish) {
      expect(texts.filter(({ place }) => place.startsWith(start)).flatMap(contentFaults), start).not.toEqual([])
    }
  })
})

test('a good translation has no faults', () => expect(faultsOf({})).toEqual([]))

test('terms of English may stay in Latin letters', () => {
  expect(faultsOf({ english: 'Send the CV.', text: 'CV पाठवा.' })).toEqual([])
})

test.each<[string, Partial<ContentText>, string]>([
  ['a text in English', { text: 'Ask two people.' }, 'is not translated: Ask two people.'],
  ['a missing placeholder', { english: 'Both: {shared}', text: 'दोघे' }, 'has the marks “”, but English “{shared}”'],
  ['bold text that is not closed', { english: '**Ask**', text: '**विचारा' }, 'has the marks “**”, but English “** **”'],
  ['another script', { text: 'दोघांना বিচারা' }, 'has letters of another script: दोघांना বিচারা'],
  ['digits of the script', { text: '२ जणांना विचारा' }, 'must have the digits 0 to 9: २ जणांना विचारा'],
  ['a word of two scripts', { english: 'The CV', text: 'CVचा' }, 'joins two scripts in one word: CVचा'],
  ['an added English word', { text: 'please विचारा' }, 'has “please”, which English does not have'],
  ['a word that is too wide', { text: 'कामाच्या'.repeat(12) }, `“${'कामाच्या'.repeat(12)}” is wider than a small phone`],
  ['a name that is too long', { kind: 'name', text: 'दोन '.repeat(40) }, 'needs more than 4 lines on a small phone'],
  ['an unknown language', { language: 'xx' }, 'has no script in content-rules.ts'],
])('%s is found', (_what, changes, fault) => {
  expect(faultsOf(changes)).toEqual([`here (${changes.language ?? 'mr'}): ${fault}`])
})
