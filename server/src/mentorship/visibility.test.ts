import type { Part } from '@saathi/contract/mentorship/entities'
import { expect, test } from 'vitest'
import { visibilityOf } from './access.ts'
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
const mentorship = { id: 1, projectId: 1, groupType: '1toM', programme: 'Walking', startedAt: day(1), endedAt: null } as const

/** 1 is the mentor, 2 to 4 are mentees, 9 is the pair manager. */
function seen(by: number, changes: readonly MemberRow[] = []) {
  const usual = [member(1, 'mentor'), member(2, 'mentee'), member(3, 'mentee'), member(4, 'mentee'), member(9, 'pair_manager')]
  const members = usual.map((each) => changes.find(({ personId }) => personId === each.personId) ?? each)
  const [me = member(by, 'mentee')] = members.filter(({ personId }) => personId === by)
  const { partners, fellows, pairManager, isInside } = visibilityOf({ mentorship, members, me })
  const ids = (rows: readonly MemberRow[]) => rows.map(({ personId }) => personId)
  return { partners: ids(partners), fellows: ids(fellows), pairManager: pairManager?.personId ?? null, isInside }
}

test('[MEN-03] a mentee sees the mentor, and only the count of other mentees', () => {
  expect(seen(2)).toEqual({ partners: [1], fellows: [3, 4], pairManager: 9, isInside: true })
})

test('[MEN-03] a mentor sees every mentee', () => {
  expect(seen(1)).toEqual({ partners: [2, 3, 4], fellows: [], pairManager: 9, isInside: true })
})

test('[MEN-03] the pair manager sees everybody, and is nobody’s partner', () => {
  expect(seen(9)).toEqual({ partners: [1, 2, 3, 4], fellows: [], pairManager: null, isInside: true })
})

test('a former member is hidden from current ones', () => {
  const left = [member(3, 'mentee', day(5)), member(9, 'pair_manager', day(5))]
  expect(seen(1, left)).toMatchObject({ partners: [2, 4], pairManager: null })
  expect(seen(2, left)).toMatchObject({ partners: [1], fellows: [4] })
})

test('a former member sees who was there then, and nothing they do later', () => {
  const left = [member(2, 'mentee', day(5)), member(3, 'mentee', day(4)), member(4, 'mentee', day(6))]
  expect(seen(2, left)).toEqual({ partners: [1], fellows: [4], pairManager: 9, isInside: false })
})

test('when the mentorship ended for all at once, everybody still sees their former partners', () => {
  const left = [member(1, 'mentor', day(5)), member(2, 'mentee', day(5)), member(3, 'mentee', day(5))]
  expect(seen(1, left)).toMatchObject({ partners: [2, 3, 4], isInside: false })
})
