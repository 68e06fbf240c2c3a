import type { Part } from '@saathi/contract/mentorship/entities'
import { expect, test } from 'vitest'
import { sightOf } from './sight.ts'
import type { MemberRow } from './store.ts'

const day = (date: number) => new Date(Date.UTC(2026, 10, date))

const member = (personId: number, part: Part, leftAt: Date | null = null): MemberRow => ({
  mentorshipId: 1,
  personId,
  part,
  joinedAt: day(1),
  leftAt,
  firstName: 'Person',
  lastName: String(personId),
  bio: '',
  pictureUrl: null,
  pictureFileId: null,
  deletedAt: null,
})
const mentorship = { id: 1, groupType: '1toM', programme: 'Walking', startedAt: day(1), endedAt: null } as const

/** By numbers: 1 mentors, 2 to 4 are mentored, 9 looks after them. */
function seen(by: number, changes: readonly MemberRow[] = []) {
  const usual = [member(1, 'mentor'), member(2, 'mentee'), member(3, 'mentee'), member(4, 'mentee'), member(9, 'pair_manager')]
  const members = usual.map((each) => changes.find(({ personId }) => personId === each.personId) ?? each)
  const [me = member(by, 'mentee')] = members.filter(({ personId }) => personId === by)
  const { partners, fellows, pairManager, isInside } = sightOf({ mentorship, members, me })
  const ids = (rows: readonly MemberRow[]) => rows.map(({ personId }) => personId)
  return { partners: ids(partners), fellows: ids(fellows), pairManager: pairManager?.personId ?? null, isInside }
}

test('[MEN-03] a mentee sees the mentor, and the other mentees are only counted', () => {
  expect(seen(2)).toEqual({ partners: [1], fellows: [3, 4], pairManager: 9, isInside: true })
})

test('[MEN-03] a mentor sees every mentee', () => {
  expect(seen(1)).toEqual({ partners: [2, 3, 4], fellows: [], pairManager: 9, isInside: true })
})

test('[MEN-03] the pair manager sees everybody, and is no partner of anybody', () => {
  expect(seen(9)).toEqual({ partners: [1, 2, 3, 4], fellows: [], pairManager: null, isInside: true })
})

test('who left is no longer seen by those who stay', () => {
  const left = [member(3, 'mentee', day(5)), member(9, 'pair_manager', day(5))]
  expect(seen(1, left)).toMatchObject({ partners: [2, 4], pairManager: null })
  expect(seen(2, left)).toMatchObject({ partners: [1], fellows: [4] })
})

test('who left sees who was there then, and nothing of what they do', () => {
  const left = [member(2, 'mentee', day(5)), member(3, 'mentee', day(4)), member(4, 'mentee', day(6))]
  expect(seen(2, left)).toEqual({ partners: [1], fellows: [4], pairManager: 9, isInside: false })
})

test('where it ended for all at once, everybody is still somebody’s former partner', () => {
  const left = [member(1, 'mentor', day(5)), member(2, 'mentee', day(5)), member(3, 'mentee', day(5))]
  expect(seen(1, left)).toMatchObject({ partners: [2, 3, 4], isInside: false })
})
