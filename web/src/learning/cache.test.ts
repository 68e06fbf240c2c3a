import { expect, test } from 'vitest'
import { setBookmark } from './cache.ts'
import { sessionCard } from './session-card.fake.ts'

const kite = sessionCard({ id: 1, title: 'Kite' })
const lamp = sessionCard({ id: 2, title: 'Lamp', isBookmarked: true })
const door = sessionCard({ id: 3, title: 'Door', isBookmarked: true })

test('a bookmark changes in every list that holds the session, and in no other card', () => {
  const after = setBookmark({ all: [kite, lamp], ongoing: [kite], curated: [lamp] }, 1, true)
  expect(after.all).toEqual([{ ...kite, isBookmarked: true }, lamp])
  expect(after.ongoing).toEqual([{ ...kite, isBookmarked: true }])
  expect(after.curated).toEqual([lamp])
})

test('a list without the session keeps its identity', () => {
  const curated = [lamp]
  expect(setBookmark({ curated, all: [kite] }, 1, true).curated).toBe(curated)
})

test('a newly kept session joins the bookmarked list, first', () => {
  const after = setBookmark({ all: [kite], bookmarked: [lamp] }, 1, true)
  expect(after.bookmarked).toEqual([{ ...kite, isBookmarked: true }, lamp])
})

test('a session let go and taken back is in its old place', () => {
  const gone = setBookmark({ bookmarked: [lamp, door] }, 2, false)
  expect(gone.bookmarked?.filter((card) => card.isBookmarked)).toEqual([door])
  expect(setBookmark(gone, 2, true).bookmarked).toEqual([lamp, door])
})

test('lists that were never fetched are not invented', () => {
  expect(setBookmark({ all: [kite] }, 1, true)).not.toHaveProperty('bookmarked')
  expect(setBookmark({ bookmarked: [] }, 99, true).bookmarked).toEqual([])
})
