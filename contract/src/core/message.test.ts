import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMessage, formatMessage, localeOf } from './message.ts'

describe('a message', () => {
  test.each([
    ['Welcome back', {}, 'Welcome back'],
    ['Hello {name}', { name: 'Asha' }, 'Hello Asha'],
    ['Hello { name }, {name}', { name: 'Asha' }, 'Hello Asha, Asha'],
    ['{n, number} people', { n: 1234567 }, '12,34,567 people'],
    ["Passwords don't match", {}, "Passwords don't match"],
    ["Two '' are one, '{braces}' stay", {}, "Two ' are one, {braces} stay"],
    ["'{it''s}'", {}, "{it's}"],
    ['# stays outside a plural', {}, '# stays outside a plural'],
    ['{n, plural, =0 {none} one {# session} other {# sessions}}', { n: 0 }, 'none'],
    ['{n, plural, =0 {none} one {# session} other {# sessions}}', { n: 1 }, '1 session'],
    ['{n, plural, =0 {none} one {# session} other {# sessions}}', { n: 1200 }, '1,200 sessions'],
    ["{n, plural, other {'#' #}}", { n: 4 }, '# 4'],
    ['Only {n, plural, one {# day} other {# days} } left', { n: 2 }, 'Only 2 days left'],
    ['{a} {b}', { a: 'x', b: 'y' }, 'x y'],
    ['{who, select, mentor {your mentee} other {your mentor}}', { who: 'mentor' }, 'your mentee'],
    ['{who, select, mentor {your mentee} other {your mentor}}', { who: 'x' }, 'your mentor'],
    ['{n, plural, one {{who, select, a {# by {name}} other {#}}} other {}}', { n: 1, who: 'a', name: 'R' }, '1 by R'],
    ['Hello {name}', {}, 'Hello {name}'],
    ['{constructor}', {}, '{constructor}'],
  ])('%s', (text, values, shown) => {
    expect(formatMessage('en-IN', text, values)).toBe(shown)
  })

  test('uses the plural rules of its language: in Hindi zero is singular', () => {
    const text = '{n, plural, one {एक} other {अनेक}}'
    expect([0, 1, 2].map((n) => formatMessage('hi-IN', text, { n }))).toEqual(['एक', 'एक', 'अनेक'])
  })

  test.each(['{', 'a } b', '{n, plural, one {x}}', '{n, plural, other {x}', '{n, date}', '{n,}', '{}', '{n, select, }'])(
    'that is malformed is refused by the compiler and shown unchanged: %s',
    (text) => {
      expect(() => compileMessage('en-IN', text)).toThrow(SyntaxError)
      expect(formatMessage('en-IN', text)).toBe(text)
    },
  )

  test('shows any quoted text unchanged', () => {
    const quote = (text: string) => `'{${text.replaceAll("'", "''")}}'`
    fc.assert(fc.property(fc.string(), (text) => formatMessage('en-IN', quote(text)) === `{${text}}`))
  })

  test('shows any value unchanged', () => {
    fc.assert(fc.property(fc.string(), (name) => formatMessage('en-IN', '<{name}>', { name }) === `<${name}>`))
  })

  test('never throws, whatever a translator writes', () => {
    const letters = fc.array(fc.constantFrom('{', '}', "'", '#', ',', 'n', ' ', 'plural', 'select', 'other', '=1'), {
      maxLength: 30,
    })
    fc.assert(fc.property(letters, (parts) => typeof formatMessage('en-IN', parts.join(''), { n: 1 }) === 'string'))
  })

  test('chooses the plural form that Intl chooses, for any number', () => {
    const text = '{n, plural, one {one} two {two} few {few} many {many} zero {zero} other {other}}'
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('en-IN', 'hi-IN', 'ta-IN'), (n, locale) => {
        expect(formatMessage(locale, text, { n })).toBe(new Intl.PluralRules(locale).select(n))
      }),
    )
  })
})

const languages = ['bn', 'en', 'hi', 'kn', 'mr', 'ta', 'te']

test('a language without a region gets India as region; a language with a region is unchanged', () => {
  expect(languages.map((code) => new Intl.Locale(localeOf(code)).baseName)).toEqual(languages.map((code) => `${code}-IN`))
  expect(localeOf('en-GB')).toBe('en-GB')
})

test.each(languages)('[NAV-10] dates, times and sizes have the same digits in %s as in English', (code) => {
  const moment = new Date('2026-11-14T20:15:00.000Z')
  const shown = [
    new Intl.DateTimeFormat(localeOf(code), { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' }).format(moment),
    new Intl.NumberFormat(localeOf(code), { style: 'unit', unit: 'megabyte' }).format(4.5),
    new Intl.NumberFormat(localeOf(code), { style: 'percent' }).format(0.36),
  ]
  expect(shown[0]).toMatch(/15.*2026.*1:45|2026.*15.*1:45/)
  expect(shown[1]).toContain('4.5')
  expect(shown[2]).toContain('36')
})

test.each(languages)('numbers in texts are grouped as in India in %s', (code) => {
  expect(formatMessage(localeOf(code), '{n, number}; {n, plural, other {#}}', { n: 1234567.5 })).toBe('12,34,567.5; 12,34,567.5')
})
