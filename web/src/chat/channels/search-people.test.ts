import { expect, test } from 'vitest'
import { asha, channel, member, namesOfScripts, ravi } from '../chat.fake.ts'
import { searchChannels } from './search-people.ts'

const anita = member(9, 'Anita Bose', { isPairManager: true })
const found = (members: (typeof asha)[], text: string) =>
  searchChannels([channel(1, { channelName: 'Design circle', channelMembers: members })], 1, text).length === 1

test('[CHT-14] people and groups are found by the name of the channel and of its members, in any case', () => {
  expect(found([asha, ravi], 'CIRCLE')).toBe(true)
  expect(found([asha, ravi], 'kumar')).toBe(true)
  expect(found([asha, ravi], 'nobody')).toBe(false)
})

test('[CHT-14] the reader’s own name and former members are not matched', () => {
  expect(found([asha, ravi], 'Asha')).toBe(false)
  expect(found([asha, { ...ravi, isActive: false }, anita], 'Ravi')).toBe(false)
})

test('[CHT-16] a pair manager is hidden from the search when all others are inactive', () => {
  expect(found([asha, ravi, anita], 'Anita')).toBe(true)
  expect(found([asha, { ...ravi, isActive: false }, anita], 'Anita')).toBe(false)
})

test.each(namesOfScripts)('[CHT-14] people are found by their name in %s, in any composition', (_script, name, typed) => {
  expect(found([asha, member(7, name)], typed)).toBe(true)
  expect(found([asha, member(7, name)], typed.normalize('NFD'))).toBe(true)
  expect(found([asha, member(7, name)], `${typed}ह`)).toBe(false)
})
