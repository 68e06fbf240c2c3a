import { expect, test } from 'vitest'
import { channel, asha, member, namesOfScripts, ravi } from '../chat.fake.ts'
import { mentionCandidates, withMentions, insertName, mentionQueryAt } from './mention-text.ts'

test.each([
  ['@', 1, { from: 0, word: '' }],
  ['hello @Ra', 9, { from: 6, word: 'Ra' }],
  ['hello @Ravi Ku', 14, { from: 6, word: 'Ravi Ku' }],
  ['a@example.org', 13, null],
  ['no one', 6, null],
  ['@Ravi  ', 7, null],
])('[CHT-13] in %j with the caret at %i the mention query is %j', (text, caret, found) => {
  expect(mentionQueryAt(text, caret)).toEqual(found)
})

test('[CHT-13] only active members other than the writer are offered, by any part of the name', () => {
  const gone = member(3, 'Ramesh Iyer', { isActive: false })
  const group = channel(1, { channelMembers: [asha, ravi, gone, member(4, 'Meera Rane')] })
  const offered = (word: string) => mentionCandidates(group, 1, word).map(({ userId }) => userId)
  expect(offered('')).toEqual([2, 4])
  expect(offered('ra')).toEqual([2, 4])
  expect(offered('kumar')).toEqual([2])
  expect(offered('asha')).toEqual([])
})

test('a chosen name replaces the typed text', () => {
  expect(insertName('hi @Ra there', 3, 6, 'Ravi Kumar')).toEqual({ text: 'hi @Ravi Kumar there', caret: 15 })
})

test('[CHT-13] names are sent in brackets with their id, longest first, and only complete ones', () => {
  const chosen = [
    { name: 'Asha', userId: 1 },
    { name: 'Asha Rao', userId: 2 },
  ]
  expect(withMentions('@Asha Rao and @Asha, not @Ashani', chosen)).toBe('@[Asha Rao](2) and @[Asha](1), not @Ashani')
  expect(withMentions('a \\ [b] @x', [{ name: 'x', userId: 9 }])).toBe('a \\ [b] @[x](9)')
})

test('[CHT-13] no list opens if the caret is before the name', () => {
  expect(mentionQueryAt('@Meera hello', 0)).toBeNull()
})

test.each(namesOfScripts)('[CHT-13] people are mentioned by their name in %s, in any composition', (_script, name, typed) => {
  const group = channel(1, { channelMembers: [asha, ravi, member(7, name)] })
  const offered = (word: string) => mentionCandidates(group, 1, word).map(({ userId }) => userId)
  expect(offered(typed)).toEqual([7])
  expect(offered(typed.normalize('NFD'))).toEqual([7])
  expect(mentionQueryAt(`@${typed}`, typed.length + 1)).toEqual({ from: 0, word: typed })
  expect(withMentions(`@${name}, @${name}ा`, [{ name, userId: 7 }])).toBe(`@[${name}](7), @${name}ा`)
})
