import { expect, test } from 'vitest'
import { pickLanguage } from './pick-language.ts'

const language = (languageCode: string, isActive = true, isDefault = false) => ({
  language: languageCode,
  languageCode,
  isActive,
  isDefault,
})
const languages = [language('en'), language('hi', true, true), language('ta', false)]
const nothing = { profile: undefined, stored: null, preferred: [], languages }

test.each([
  ["the person's profile comes first", { ...nothing, profile: 'hi', stored: 'en' }, 'hi'],
  ['then the choice in this browser', { ...nothing, stored: 'hi', preferred: ['en-IN'] }, 'hi'],
  ["then the browser's languages, if active", { ...nothing, preferred: ['ta-IN', 'hi-IN'] }, 'hi'],
  ['English does not wait for the list', { ...nothing, preferred: ['en-GB'], languages: undefined }, 'en'],
  ['any other language waits for the list', { ...nothing, preferred: ['hi'], languages: undefined }, null],
  ['then the default language', { ...nothing, preferred: ['fr'] }, 'hi'],
  ['then English, if no default is set', { ...nothing, preferred: ['fr'], languages: [language('hi')] }, 'en'],
  ['English if the list failed to load', { ...nothing, preferred: ['hi'], languages: null }, 'en'],
] as const)('%s', (_, sources, code) => {
  expect(pickLanguage(sources)).toBe(code)
})
