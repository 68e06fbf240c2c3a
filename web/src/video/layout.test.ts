import { describe, expect, test } from 'vitest'
import { layoutOf, mainOf } from './layout.ts'

const wish = { isTiles: false, hasFilmstrip: true, sharing: false }

describe('[VID-04] the pictures stand', () => {
  test.each([
    { name: 'one alone', count: 1, given: {}, is: { kind: 'tiles', columns: 1, narrowColumns: 1 } },
    { name: 'two', count: 2, given: {}, is: { kind: 'stage', hasStrip: true } },
    { name: 'two without the strip', count: 2, given: { hasFilmstrip: false }, is: { kind: 'stage', hasStrip: false } },
    { name: 'one who shares', count: 1, given: { sharing: true }, is: { kind: 'stage', hasStrip: true } },
    { name: 'two alike', count: 2, given: { isTiles: true }, is: { kind: 'tiles', columns: 2, narrowColumns: 1 } },
    { name: 'four alike', count: 4, given: { isTiles: true }, is: { kind: 'tiles', columns: 2, narrowColumns: 2 } },
    { name: 'five alike', count: 5, given: { isTiles: true }, is: { kind: 'tiles', columns: 3, narrowColumns: 2 } },
    { name: 'eight alike', count: 8, given: { isTiles: true }, is: { kind: 'tiles', columns: 4, narrowColumns: 2 } },
    { name: 'twelve alike', count: 12, given: { isTiles: true }, is: { kind: 'tiles', columns: 4, narrowColumns: 3 } },
    {
      name: 'four alike and a screen',
      count: 4,
      given: { isTiles: true, sharing: true },
      is: { kind: 'tiles', columns: 3, narrowColumns: 2 },
    },
  ])('$name', ({ count, given, is }) => {
    expect(layoutOf(count, { ...wish, ...given })).toEqual(is)
  })
})

const someone = (peerId: string, isSpeaking = false, isMe = false) => ({ peerId, isSpeaking, isMe })
const me = someone('me', false, true)

describe('[VID-04] the large picture', () => {
  test('is mine while I am alone, though I speak, and of nobody where nobody is', () => {
    expect(mainOf([someone('me', true, true)], null)).toBe('me')
    expect(mainOf([], 'ravi')).toBeNull()
  })

  test('is of the first of the others, then of who speaks, and stays when they fall silent', () => {
    expect(mainOf([me, someone('ravi'), someone('divya')], null)).toBe('ravi')
    expect(mainOf([me, someone('ravi'), someone('divya', true)], 'ravi')).toBe('divya')
    expect(mainOf([me, someone('ravi'), someone('divya')], 'divya')).toBe('divya')
  })

  test('does not jump between two who speak at once, nor to me', () => {
    expect(mainOf([me, someone('ravi', true), someone('divya', true)], 'divya')).toBe('divya')
    expect(mainOf([someone('me', true, true), someone('ravi')], 'ravi')).toBe('ravi')
  })

  test('is of another when who had it has left', () => {
    expect(mainOf([me, someone('ravi')], 'divya')).toBe('ravi')
  })
})
