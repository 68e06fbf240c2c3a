import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUSY_MS, processorMs } from '../../../test/processor-time.ts'
import { parsePlainJson } from './plain-json.ts'

describe('parsePlainJson', () => {
  test('returns the same as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        expect(parsePlainJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each(['{', '', '{"a":1,}', '"', '"\\'])('throws for %j', (text) => {
    expect(() => parsePlainJson(text)).toThrow(SyntaxError)
  })

  test.each(['{"a":{"a":1},"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":["a","a"]}', '{"a\\"":1,"a":"\\\\","b":1}'])(
    'accepts %s, which has no duplicate key',
    (text) => {
      expect(parsePlainJson(text)).toEqual(JSON.parse(text))
    },
  )
})

describe('parsePlainJson refuses', () => {
  test.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a":3}',
    '[{"b":{"a":[],"a":{}}}]',
    '{"a":1,"\\u0061":2}',
    '{"a\\"":1,"a\\"":2}',
    '{ "a" : [ { } ] , "a" : 1 }',
  ])('a duplicate key: %s', (text) => {
    expect(() => parsePlainJson(text)).toThrow(expect.objectContaining({ code: 'core.bad_input' }))
  })

  const mapOf = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))
  test('more than two thousand keys, in one object or in many', () => {
    expect(parsePlainJson(mapOf(2_000))).toBeTypeOf('object')
    expect(() => parsePlainJson(mapOf(2_001))).toThrow(expect.objectContaining({ code: 'core.bad_input' }))
    const many = `[${Array.from({ length: 3 }, () => mapOf(700)).join()}]`
    expect(() => parsePlainJson(many)).toThrow(expect.objectContaining({ code: 'core.bad_input' }))
  })
})

test.each([
  ['backslashes', `"${'\\\\'.repeat(130_000)}"`],
  ['quotes', `"${'\\"'.repeat(130_000)}"`],
  ['lists', '['.repeat(4_000) + ']'.repeat(4_000)],
  ['commas', `[${'1,'.repeat(130_000)}1]`],
])('S11: is fast for %s', (_what, text) => {
  expect(processorMs(() => parsePlainJson(text))).toBeLessThan(BUSY_MS)
})
