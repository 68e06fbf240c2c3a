import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import english from '../texts/en/accounts.json' with { type: 'json' }
import englishCore from '../texts/en/core.json' with { type: 'json' }
import hindi from '../texts/hi/accounts.json' with { type: 'json' }
import hindiCore from '../texts/hi/core.json' with { type: 'json' }

const en: Record<string, string> = { ...english, ...englishCore }
const hi: Record<string, string> = { ...hindi, ...hindiCore }

describe('[NAV-15] the dictionary says exactly, in English', () => {
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
])('[NAV-15] %s has a text in each language', (key) => {
  expect(en[key]).toMatch(/\S/)
  expect(hi[key]).toMatch(/\p{Script=Devanagari}/u)
})

function textsIn(language: string): string[] {
  const folder = new URL(`../texts/${language}/`, import.meta.url)
  return readdirSync(folder).flatMap((name) => Object.values<string>(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
}

test('in Tamil the product is never called by the word for caste, which is one letter away', () => {
  const texts = textsIn('ta')
  expect(texts.filter((text) => /சாதி(?!த்)/.test(text))).toEqual([])
  expect(texts.some((text) => text.includes('சாத்தி'))).toBe(true)
})

test.each(['te', 'kn'])('loan words in %s keep the sign that holds their letters apart', (language) => {
  expect(textsIn(language).filter((text) => text.includes('\u200c')).length).toBeGreaterThan(50)
})
