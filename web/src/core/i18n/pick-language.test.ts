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
  ["the signed-in person's own choice comes first", { ...nothing, profile: 'hi', stored: 'en' }, 'hi'],
  ['then what was chosen in this browser', { ...nothing, stored: 'hi', preferred: ['en-IN'] }, 'hi'],
  ['then what the browser asks for, if it is active', { ...nothing, preferred: ['ta-IN', 'hi-IN'] }, 'hi'],
  ['English is not waited for', { ...nothing, preferred: ['en-GB'], languages: undefined }, 'en'],
  ['any other wish waits for the list', { ...nothing, preferred: ['hi'], languages: undefined }, null],
  ['then the default language', { ...nothing, preferred: ['fr'] }, 'hi'],
  ['then English, where no default is set', { ...nothing, preferred: ['fr'], languages: [language('hi')] }, 'en'],
  ['English too when the list cannot be had', { ...nothing, preferred: ['hi'], languages: null }, 'en'],
] as const)('%s', (_, known, code) => {
  expect(pickLanguage(known)).toBe(code)
})
