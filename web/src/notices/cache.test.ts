import type { Notice } from '@saathi/contract/notices/entities'
import { expect, test } from 'vitest'
import { type HeldNotices, lastReadId, oldestId, withOlder, withRead } from './cache.ts'

const notice = (id: number, isRead = false): Notice => ({
  id,
  kind: 'account',
  title: `Notice ${id}`,
  text: '',
  link: null,
  createdAt: '2026-11-14T10:00:00Z',
  isRead,
})
const held = (notices: Notice[], hasMore = false): HeldNotices => ({ notices, hasMore, unreadCount: 2 })
const ids = ({ notices }: HeldNotices) => notices.map(({ id }) => id)

test('older ones come below, and none twice', () => {
  const joined = withOlder(held([notice(9), notice(8)], true), held([notice(8), notice(7)]))
  expect(ids(joined)).toEqual([9, 8, 7])
  expect(joined.hasMore).toBe(false)
  expect(oldestId(joined)).toBe(7)
})

test('everything up to one is read at once; what came after it is not', () => {
  const read = withRead(held([notice(9), notice(8), notice(7)]), 8, 1)
  expect(read.notices.map(({ isRead }) => isRead)).toEqual([false, true, true])
  expect(read.unreadCount).toBe(1)
})

test('what was new is told by the newest that was read', () => {
  expect(lastReadId(held([notice(9), notice(8, true), notice(7, true)]))).toBe(8)
  expect(lastReadId(held([notice(9)]))).toBe(0)
})
