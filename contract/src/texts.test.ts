import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { coreCodes } from './core/errors.ts'
import { everyCall } from './every-call.ts'

const folderOf = (language: string) => new URL(`../texts/${language}/`, import.meta.url)
const filesOf = (language: string): string[] => readdirSync(folderOf(language))
const readTexts = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(file, folderOf(language)), 'utf8'))
const dictionaryOf = (language: string): Record<string, string> =>
  Object.assign({}, ...filesOf(language).map((file) => readTexts(language, file)))
const fileWith = (key: string) => filesOf('en').find((file) => Object.hasOwn(readTexts('en', file), key)) ?? ''
const textsIn = (language: string): string[] => Object.values(dictionaryOf(language))

/** Every language offered besides English, with its script. */
const scripts: Readonly<Record<string, RegExp>> = {
  bn: /\p{Script=Bengali}/u,
  hi: /\p{Script=Devanagari}/u,
  kn: /\p{Script=Kannada}/u,
  mr: /\p{Script=Devanagari}/u,
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
}
const en = dictionaryOf('en')

describe('[NAV-15] the dictionary has these exact English texts', () => {
  test.each([
    ['fieldIsMandatory', 'Field is mandatory'],
    ['mustBeNumeric', 'Must be a number'],
    ['titleIsMandatory', 'Title is mandatory'],
    ['passwordsDontMatch', "Passwords don't match"],
    ['sendOtp.submit', 'SEND OTP'],
    ['sendOtp.signedUp', 'e-mail already signed up, please log in or reset password'],
    ['sendOtp.failed', 'Error while communicating with server. Please try again later or check your network configuration.'],
    ['somethingWentWrong', 'Something went wrong.'],
    ['reset.noAccount', 'Account with this email does not exist'],
    ['signIn.emailNotVerified', 'Email Not Verified'],
    ['signUp.who', 'I am a Mentee or Mentor'],
  ])('%s: %s', (key, text) => {
    expect(en[key]).toBe(text)
  })
})

test.each([
  'firebaseWrongEmailPassword',
  'firebaseUserDoesNotExist',
  'firebaseDefaultError',
  'imageMaxSize2MB',
  'invalidImageFile',
  'signUpInstitutionCodeHelpText',
  'addEvent',
  'editEvent',
  'editRecurringEvent',
])('[NAV-15] %s has its own text in every offered language, or falls back to English', (key) => {
  expect(dictionaryOf('en')[key]).toMatch(/\S/)
  for (const [language, script] of Object.entries(scripts)) {
    // A language may lack a whole file; the texts it has are in its own script.
    const isLacking = !filesOf(language).includes(fileWith(key))
    expect(isLacking ? 'falls back' : dictionaryOf(language)[key], language).toMatch(isLacking ? /^falls back$/ : script)
  }
})

test('[NAV-15] no other language is offered', () => {
  const folder = new URL('../texts/', import.meta.url)
  const offered = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(offered.map(({ name }) => name).toSorted()).toEqual(['en', ...Object.keys(scripts)].toSorted())
})

test('the Tamil name of the product is never the word for caste, which differs by one letter', () => {
  const texts = textsIn('ta')
  expect(texts.filter((text) => /சாதி(?!த்)/.test(text))).toEqual([])
  expect(texts.some((text) => text.includes('சாத்தி'))).toBe(true)
})

test.each(['te', 'kn'])('loan words in %s keep their zero-width non-joiners', (language) => {
  expect(textsIn(language).filter((text) => text.includes('\u200c')).length).toBeGreaterThan(50)
})

const declaredCodes = [...new Set([...Object.keys(coreCodes), ...everyCall.flatMap(({ errors }) => errors)])].toSorted()

test.each(['en', ...Object.keys(scripts)])('every declared refusal has a text in %s', (language) => {
  const texts = readTexts(language, 'refusals.json')
  expect(declaredCodes.length).toBeGreaterThan(100)
  expect(declaredCodes.filter((code) => !texts[`refusal.${code}`]?.trim())).toEqual([])
  const script = scripts[language]
  expect(Object.entries(texts).flatMap(([key, text]) => (script && !script.test(text) ? [key] : []))).toEqual([])
})
