import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { snippetOf, SNIPPET_LENGTH } from './search.ts'
import { searchWords, cutWords, searchQuery, wordsOf } from './words.ts'

describe('cutWords', () => {
  test.each([
    ['Hello, WORLD! 42nd', ['hello', 'world', '42nd']],
    ['नमस्ते, आप कैसे हैं?', ['नमस्ते', 'आप', 'कैसे', 'हैं']],
    ['வணக்கம் நண்பா', ['வணக்கம்', 'நண்பா']],
    ['ನಮಸ್ಕಾರ ಗೆಳೆಯ', ['ನಮಸ್ಕಾರ', 'ಗೆಳೆಯ']],
    ['নমস্কার বন্ধু', ['নমস্কার', 'বন্ধু']],
    ['నమస్కారం', ['నమస్కారం']],
    ['ਸਤ ਸ੍ਰੀ ਅਕਾਲ', ['ਸਤ', 'ਸ੍ਰੀ', 'ਅਕਾਲ']],
    ['سلام دوست', ['سلام', 'دوست']],
    ['one one ONE', ['one']],
    ['ﬁle Ⅳ １２', ['file', 'iv', '12']],
    ['👩‍🏫 …!?', []],
    ['', []],
  ])('%j', (text, words) => {
    expect(cutWords(text)).toEqual(words)
  })

  test('treats words with and without joiners, and in any composition, as the same', () => {
    expect(cutWords('क्‍ष')).toEqual(cutWords('क्ष'))
    expect(cutWords('पढ़ना')).toEqual(cutWords('पढ़ना'))
    expect(cutWords('café')).toEqual(cutWords('cafe\u0301'))
    expect(cutWords('soft\u00adly')).toEqual(['softly'])
  })

  test('truncates very long words at code points', () => {
    const [word = ''] = cutWords('𝒜'.repeat(100))
    expect(word).toBe('a'.repeat(40))
    expect(cutWords('क'.repeat(5000))).toEqual(['क'.repeat(40)])
  })
})

test('wordsOf puts the channel id in front of each word', () => {
  expect(wordsOf(7, 'Good morning')).toEqual(['7:good', '7:morning'])
})

test('searchQuery searches for prefixes, all in one message, in the given channels', () => {
  expect(searchQuery([3, 12], ['goo', 'mor'])).toBe(`('3:goo':* & '3:mor':*) | ('12:goo':* & '12:mor':*)`)
  expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
})

describe('for any text', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 100 }))

  test('no word needs escaping in a query, and cutting it again changes nothing', () => {
    fc.assert(
      fc.property(text, (written) => {
        for (const word of cutWords(written)) {
          expect(word).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
          expect(cutWords(word)).toEqual([word])
        }
      }),
    )
  })

  test('a snippet has at most 65 characters, is well formed and contains the match', () => {
    fc.assert(
      fc.property(text, (written) => {
        const words = cutWords(written).slice(0, 1)
        const { text: shown, hit } = snippetOf(written, words)
        expect(shown.length).toBeLessThanOrEqual(SNIPPET_LENGTH)
        expect(shown.isWellFormed()).toBe(true)
        expect(hit.start).toBeGreaterThanOrEqual(0)
        expect(hit.start + hit.length).toBeLessThanOrEqual(shown.length)
      }),
    )
  })
})

describe('[CHT-14] a snippet shows the match', () => {
  test('in the middle of a long message', () => {
    const { text, hit } = snippetOf(`${'before '.repeat(30)}the Interview is on Friday ${'after '.repeat(30)}`, ['interv'])
    expect(text.slice(hit.start, hit.start + hit.length)).toBe('Interv')
    expect(text.length).toBeLessThanOrEqual(65)
    expect(text).toContain('the Interview is on Friday')
  })

  test('at the start and at the end', () => {
    expect(snippetOf('Hello', ['he'])).toEqual({ text: 'Hello', hit: { start: 0, length: 2 } })
    const { text, hit } = snippetOf(`${'x '.repeat(200)}end`, ['end'])
    expect([text.slice(hit.start), text.endsWith('end')]).toEqual(['end', true])
  })

  test('in Indian scripts by whole graphemes', () => {
    const { text, hit } = snippetOf('कल साक्षात्कार है, तैयारी कर लो', ['साक्षा'])
    expect(text.slice(hit.start, hit.start + hit.length)).toBe('साक्षा')
  })

  test('with line breaks as spaces', () => {
    expect(snippetOf('one\n\ntwo\tthree', ['two']).text).toBe('one two three')
  })
})

test.each(['a', '@[', 'http://', 'क्', '\u200d', '(', '😀', ' ', "'", '\\'])(
  'C65: a hundred thousand times %j is handled quickly',
  (unit) => {
    const text = unit.repeat(100_000)
    const took = processorMs(() => {
      snippetOf(text, cutWords(text))
      wordsOf(1, text)
    })
    expect(took).toBeLessThan(BUSY_MS)
  },
)
