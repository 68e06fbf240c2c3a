import { expect, test } from 'vitest'
import { setBookmark, setProgress, withProgress } from './cache.ts'
import { sessionCard } from './cards/session-card.fake.ts'
import { sessionDetail, standingOf, step } from './session/detail.fake.ts'

const kite = sessionCard({ id: 1, title: 'Kite' })
const lamp = sessionCard({ id: 2, title: 'Lamp', isBookmarked: true })
const door = sessionCard({ id: 3, title: 'Door', isBookmarked: true })

test('a bookmark changes in every list with the session, and on no other card', () => {
  const after = setBookmark({ all: [kite, lamp], ongoing: [kite], curated: [lamp] }, 1, true)
  expect(after.all).toEqual([{ ...kite, isBookmarked: true }, lamp])
  expect(after.ongoing).toEqual([{ ...kite, isBookmarked: true }])
  expect(after.curated).toEqual([lamp])
})

test('a list without the session stays the same object', () => {
  const curated = [lamp]
  expect(setBookmark({ curated, all: [kite] }, 1, true).curated).toBe(curated)
})

test('a newly bookmarked session is first in the bookmarked list', () => {
  const after = setBookmark({ all: [kite], bookmarked: [lamp] }, 1, true)
  expect(after.bookmarked).toEqual([{ ...kite, isBookmarked: true }, lamp])
})

test('a bookmark removed and restored keeps its position', () => {
  const gone = setBookmark({ bookmarked: [lamp, door] }, 2, false)
  expect(gone.bookmarked?.filter((card) => card.isBookmarked)).toEqual([door])
  expect(setBookmark(gone, 2, true).bookmarked).toEqual([lamp, door])
})

test('lists that were never fetched are not created', () => {
  expect(setBookmark({ all: [kite] }, 1, true)).not.toHaveProperty('bookmarked')
  expect(setBookmark({ bookmarked: [] }, 99, true).bookmarked).toEqual([])
})

test('a session in no list joins the bookmarked list from its own page', () => {
  const after = setBookmark({ bookmarked: [lamp] }, 1, true, kite)
  expect(after.bookmarked).toEqual([{ ...kite, isBookmarked: true }, lamp])
})

const talk = sessionDetail({ id: 9, sessionStatus: 'NOT_STARTED', isBookmarked: true })
const other = sessionCard({ id: 10 })

test('progress is set on every card of its session, and on no other', () => {
  const progress = standingOf(talk, [11])
  const after = setProgress({ all: [other, talk], bookmarked: [talk], mine: [other] }, progress)
  expect(after.all?.[0]).toBe(other)
  expect(after.all?.[1]).toMatchObject({ sessionStatus: 'ONGOING', durationCompleted: 10, completedSteps: 1, isBookmarked: true })
  expect(after.bookmarked?.[0]).toMatchObject({ sessionStatus: 'ONGOING', durationCompleted: 10 })
})

test('a list without the session stays the same object when the progress changes', () => {
  const mine = [other]
  expect(setProgress({ mine }, standingOf(talk, [11])).mine).toBe(mine)
})

test('a started session leaves the curated list, a completed one the ongoing list', () => {
  const lists = { curated: [talk, other], ongoing: [talk], all: [talk] }
  const started = setProgress(lists, standingOf(talk, []))
  expect(started.curated).toEqual([other])
  expect(started.ongoing).toHaveLength(1)
  const done = setProgress(lists, standingOf(talk, [11, 12, 13]))
  expect(done.ongoing).toEqual([])
  expect(done.all?.[0]).toMatchObject({ sessionStatus: 'COMPLETED' })
})

test('a started session is first among the ongoing and own sessions, once in each', () => {
  const started = setProgress({ curated: [talk], ongoing: [other], mine: [other] }, standingOf(talk, []))
  expect(started.ongoing?.map(({ id }) => id)).toEqual([talk.id, other.id])
  expect(started.mine?.map(({ id }) => id)).toEqual([talk.id, other.id])
  expect(started.ongoing?.[0]).toMatchObject({ sessionStatus: 'ONGOING', completedSteps: 0 })
  const further = setProgress(started, standingOf(talk, [11]))
  expect(further.ongoing?.map(({ id, completedSteps }) => [id, completedSteps])).toEqual([
    [talk.id, 1],
    [other.id, other.completedSteps],
  ])
  expect(setProgress({ ongoing: [] }, standingOf(talk, []), talk).ongoing).toHaveLength(1)
})

test('[LRN-08] withProgress sets the steps, progress and resume step', () => {
  const session = sessionDetail({ sessionSteps: [step(11), step(12, { status: 'COMPLETED' }), step(13)] })
  const after = withProgress(session, standingOf(session, [11, 12]))
  expect(after.sessionSteps.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'NOT_STARTED'])
  expect(after).toMatchObject({ sessionStatus: 'ONGOING', durationCompleted: 20, completedSteps: 2, resumeStep: 13 })
  expect(after.sessionSteps[1]).toBe(session.sessionSteps[1])
})
