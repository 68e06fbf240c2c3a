import { formatMessage, localeOf } from '@saathi/contract/core/message'
import { expect, test } from 'vitest'
import { dictionary, languageOf } from './texts.ts'

/** The same number for whatever a text asks for. */
const valuesOf = (text: string, n: number) => Object.fromEntries([...text.matchAll(/\{\s*(\w+)/g)].map(([, name]) => [name, n]))

test.each(['bn', 'kn', 'mr', 'ta', 'te'])('whatever falls back in %s counts as English does', (language) => {
  const [english, fallen] = [dictionary('en'), dictionary('nobody-speaks-this')]
  const differing = Object.keys(english).flatMap((key) =>
    [0, 1, 2, 1.5].flatMap((n) => {
      const values = valuesOf(english[key] ?? '', n)
      const [wanted, got] = [
        formatMessage(localeOf('en'), english[key] ?? '', values),
        formatMessage(localeOf(language), fallen[key] ?? '', values),
      ]
      return wanted === got ? [] : [`${key} with ${n}: ${got}`]
    }),
  )
  expect(differing).toEqual([])
})

test('what is not written in a language is in English', () => {
  expect(languageOf('bn', 'signIn.title')).toBe('bn')
  expect(languageOf('bn', 'notices.welcome.subject')).toBe('en')
  expect(languageOf('hi', 'notices.welcome.subject')).toBe('hi')
})
