import { formatMessage, localeOf } from '@saathi/contract/core/message'
import { expect, test } from 'vitest'
import { dictionary, languageOf } from './texts.ts'

/** The same number for every placeholder of a text. */
const valuesOf = (text: string, n: number) => Object.fromEntries([...text.matchAll(/\{\s*(\w+)/g)].map(([, name]) => [name, n]))

test.each(['bn', 'kn', 'mr', 'ta', 'te'])('fallback texts in %s use the English plural', (language) => {
  const [english, fallback] = [dictionary('en'), dictionary('nobody-speaks-this')]
  const differing = Object.keys(english).flatMap((key) =>
    [0, 1, 2, 1.5].flatMap((n) => {
      const values = valuesOf(english[key] ?? '', n)
      const [expected, got] = [
        formatMessage(localeOf('en'), english[key] ?? '', values),
        formatMessage(localeOf(language), fallback[key] ?? '', values),
      ]
      return expected === got ? [] : [`${key} with ${n}: ${got}`]
    }),
  )
  expect(differing).toEqual([])
})

test('texts that are missing in a language are in English', () => {
  expect(languageOf('bn', 'signIn.title')).toBe('bn')
  expect(languageOf('gu', 'signIn.title')).toBe('en')
})
