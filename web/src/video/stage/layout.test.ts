import { describe, expect, test } from 'vitest'
import { layoutOf, mainOf } from './layout.ts'

const options = { isTiles: false, hasFilmstrip: true, sharing: false }

describe('[VID-04] layoutOf', () => {
  test.each([
    { name: 'one person', count: 1, given: {}, is: { kind: 'tiles', columns: 1, narrowColumns: 1 } },
    { name: 'two people', count: 2, given: {}, is: { kind: 'stage', hasStrip: true } },
    {
      name: 'two people without the filmstrip',
      count: 2,
      given: { hasFilmstrip: false },
      is: { kind: 'stage', hasStrip: false },
    },
    { name: 'one person sharing', count: 1, given: { sharing: true }, is: { kind: 'stage', hasStrip: true } },
    { name: 'two tiles', count: 2, given: { isTiles: true }, is: { kind: 'tiles', columns: 2, narrowColumns: 1 } },
    { name: 'four tiles', count: 4, given: { isTiles: true }, is: { kind: 'tiles', columns: 2, narrowColumns: 2 } },
    { name: 'five tiles', count: 5, given: { isTiles: true }, is: { kind: 'tiles', columns: 3, narrowColumns: 2 } },
    { name: 'eight tiles', count: 8, given: { isTiles: true }, is: { kind: 'tiles', columns: 4, narrowColumns: 2 } },
    { name: 'twelve tiles', count: 12, given: { isTiles: true }, is: { kind: 'tiles', columns: 4, narrowColumns: 3 } },
    {
      name: 'four tiles and a screen',
      count: 4,
      given: { isTiles: true, sharing: true },
      is: { kind: 'tiles', columns: 3, narrowColumns: 2 },
    },
  ])('$name', ({ count, given, is }) => {
    expect(layoutOf(count, { ...options, ...given })).toEqual(is)
  })
})

const someone = (peerId: string, isSpeaking = false, isMe = false) => ({ peerId, isSpeaking, isMe })
const me = someone('me', false, true)

describe('[VID-04] the large picture', () => {
  test('is the own one while nobody else is there, and null in an empty call', () => {
    expect(mainOf([someone('me', true, true)], null)).toBe('me')
    expect(mainOf([], 'ravi')).toBeNull()
  })

  test('is the first of the others, then the speaker, and stays after they fall silent', () => {
    expect(mainOf([me, someone('ravi'), someone('divya')], null)).toBe('ravi')
    expect(mainOf([me, someone('ravi'), someone('divya', true)], 'ravi')).toBe('divya')
    expect(mainOf([me, someone('ravi'), someone('divya')], 'divya')).toBe('divya')
  })

  test('does not switch between two simultaneous speakers, nor to me', () => {
    expect(mainOf([me, someone('ravi', true), someone('divya', true)], 'divya')).toBe('divya')
    expect(mainOf([someone('me', true, true), someone('ravi')], 'ravi')).toBe('ravi')
  })

  test('changes when its person has left', () => {
    expect(mainOf([me, someone('ravi')], 'divya')).toBe('ravi')
  })
})
