import { describe, expect, test } from 'vitest'
import { shortName } from './short-name.ts'

const count = (text: string) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length

describe('[QST-07] a file name', () => {
  test.each([
    ['resume.pdf', 'resume.pdf'],
    ['resume-2026.pdf', 'resume-2026.pdf'],
    ['my-first-resume-2026.pdf', 'my-first-r….pdf'],
    ['certificate of merit.jpeg', 'certifica….jpeg'],
    ['no-extension-at-all-here', 'no-extension-a…'],
    ['.hidden-file-of-long-name', '.hidden-file-o…'],
    ['an.archive.with.many.points', 'an.archive.wit…'],
  ])('%s is shown as %s', (name, shown) => {
    expect(shortName(name)).toBe(shown)
    expect(count(shown)).toBeLessThanOrEqual(15)
  })

  test('in an Indian script is counted in graphemes, and no conjunct is split', () => {
    const name = 'मेरी पहली नौकरी का आवेदन पत्र.pdf'
    const shown = shortName(name)
    expect(shown).toMatch(/….pdf$/)
    expect(count(shown)).toBeLessThanOrEqual(15)
    expect(name.startsWith(shown.slice(0, shown.indexOf('…')))).toBe(true)
    expect(shortName('क्षत्रियक्षत्रियक्ष.pdf')).toBe('क्षत्रियक्षत्रियक्ष.pdf')
  })
})
