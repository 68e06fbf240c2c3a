import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { englishLeft, type AllowedEnglish } from './english-left.ts'
import { exceptions } from './exceptions.ts'

const textsDir = new URL('../../contract/texts/', import.meta.url)
const languages = ['bn', 'hi', 'kn', 'mr', 'ta', 'te']
const nothing: AllowedEnglish = { units: new Set(), words: new Set(), passages: '' }

type Text = { place: string; text: string }
const texts = languages.flatMap((language): Text[] =>
  readdirSync(new URL(`${language}/`, textsDir)).flatMap((file) => {
    const dictionary: Record<string, string> = JSON.parse(readFileSync(new URL(`${language}/${file}`, textsDir), 'utf8'))
    return Object.entries(dictionary).map(([key, text]) => ({ place: `${language} ${key}`, text }))
  }),
)

/** What a reader sees of a text, whichever branches are selected. */
function shownOf(text: string): string {
  return text
    .replaceAll(/\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/g, '|')
    .replaceAll(/(?:=\d+|\w+)\s*\{/g, '|')
    .replaceAll(/\{\w+(?:,[^{}]*)?\}/g, '|')
    .replaceAll(/[{}]/g, '|')
}

const faults = texts.flatMap(({ place, text }) => englishLeft(shownOf(text), nothing).map((part) => `${place}: ${part}`))

test('[NAV-06] no text of the product has English in another language, except what the list allows', () => {
  expect(texts.length).toBeGreaterThan(20_000)
  expect(faults).toEqual([])
})

test('every branch of a text is read, and no placeholder', () => {
  expect(shownOf('{count, plural, one {# दिन} other {# days}}, {name}')).not.toMatch(/plural|one|other|name/)
  expect(englishLeft(shownOf('{count, plural, one {# दिन} other {# days}}'), nothing)).toEqual(['days'])
})

test('the list has no exception that nothing needs', () => {
  const all = texts.map(({ text }) => text.toLowerCase()).join('\n')
  const languageCodes: readonly string[] = exceptions.languageCodes
  const unused = Object.values(exceptions)
    .flat()
    .filter((exception) => !all.includes(exception.toLowerCase()) && !languageCodes.includes(exception))
  expect(unused).toEqual([])
})

test.each([
  ['an English word', 'यह देखिए: Save', ['Save']],
  ['an English sentence', 'Try again later.', ['Try again later']],
  ['a name of the list', 'Google से साइन इन', []],
  ['an address', 'help@saathi.example, https://saathi.example/help', []],
  ['an hour', 'रोज़ 6:30 pm', []],
  ['one letter', 'विकल्प A', []],
  ['another script', 'सब ठीक है', []],
])('%s', (_what, text, left) => expect(englishLeft(text, nothing)).toEqual(left))

test('names, what people wrote and parts of long content are allowed, but no label of the product', () => {
  const allowed: AllowedEnglish = {
    units: new Set(['Weekly call']),
    words: new Set(['Asha']),
    passages: 'Write three lines before the call. Save them.',
  }
  expect(englishLeft('Asha, आपका “Weekly call” कल है', allowed)).toEqual([])
  expect(englishLeft('three lines before the call', allowed)).toEqual([])
  expect(englishLeft('Save', allowed)).toEqual(['Save'])
})
