import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Email, Flag, IdParam, MAX_PAGE_SIZE, Paging, plainName } from './fields.ts'

describe('an email address is normalised', () => {
  test.each([' Asha@Saathi.Example ', 'asha@saathi.example', '\tASHA@SAATHI.EXAMPLE\n'])('%j', (typed) => {
    expect(Email.parse(typed)).toBe('asha@saathi.example')
  })
  test.each([
    '',
    'asha',
    'asha@',
    '@saathi.example',
    'a b@saathi.example',
    'asha@saathi',
    `${'a'.repeat(250)}@b.in`,
    'a@b.in,c@d.in',
  ])('%j is refused', (typed) => expect(Email.safeParse(typed).success).toBe(false))
})

describe('a flag is true if it is present', () => {
  const Query = z.object({ notStarted: Flag })
  test.each([
    [{ notStarted: '' }, true],
    [{ notStarted: 'true' }, true],
    [{ notStarted: '1' }, true],
    [{ notStarted: 'false' }, false],
    [{}, false],
  ] as const)('%j is %j', (query, expected) => expect(Query.parse(query)).toEqual({ notStarted: expected }))
  test('anything else is refused', () => expect(Query.safeParse({ notStarted: 'maybe' }).success).toBe(false))
})

describe('ids in paths and queries are whole numbers from 1', () => {
  test.each(['1', '42', 42, '900719925474099'])('%j', (id) => expect(IdParam.parse(id)).toBe(Number(id)))
  test.each(['0', '-1', '1.5', 'one', '', '1e3', '99999999999999999999', Number.NaN])('%j is refused', (id) =>
    expect(IdParam.safeParse(id).success).toBe(false),
  )
})

describe('page size', () => {
  const Query = z.object(Paging(10))
  test('has a default', () => expect(Query.parse({})).toEqual({ page: 1, size: 10 }))
  test('is cut to the maximum', () => expect(Query.parse({ page: '2', size: '1000' })).toEqual({ page: 2, size: MAX_PAGE_SIZE }))
  test.each([{ page: '0' }, { page: '-1' }, { page: 'abc' }, { page: '1e9' }, { size: '0' }])('%j is refused', (query) =>
    expect(Query.safeParse(query).success).toBe(false),
  )
})

describe('a name is one line of visible text', () => {
  const Name = z.string().check(plainName())
  test.each(['', 'Asha', "D'Souza", 'José Ñ.', 'आशा राव', 'ক্ষ', 'ശ്രീ\u200dകല', 'می\u200cخواهم', '李小龍', '🙂', '👩\u200d🏫'])(
    '%j',
    (name) => {
      expect(Name.safeParse(name).success).toBe(true)
    },
  )
  test.each([
    'Asha\nRao',
    'Asha\rRao',
    'Asha\u2028Rao',
    'Asha\tRao',
    'Asha\u202eoaR',
    'Asha\u2066Rao',
    'Asha\u200fRao',
    'A\u200bsha',
    'A\u00adsha',
    'A\u2060sha',
    '\u3164',
    '\u2800',
    '\u200d',
    '\u200c\u200d',
    'A\u{e0041}',
    'A\u0000',
  ])('%j is refused', (name) => {
    expect(Name.safeParse(name).success).toBe(false)
  })
})
