import type { Notice } from '@saathi/contract/notices/entities'
import { expect, test } from 'vitest'
import { type NoticePages, lastReadId, oldestId, withOlder, withRead } from './cache.ts'

const notice = (id: number, isRead = false): Notice => ({
  id,
  kind: 'account',
  title: `Notice ${id}`,
  text: '',
  link: null,
  createdAt: '2026-11-14T10:00:00Z',
  isRead,
})
const pages = (notices: Notice[], hasMore = false): NoticePages => ({ notices, hasMore, unreadCount: 2 })
const ids = ({ notices }: NoticePages) => notices.map(({ id }) => id)

test('withOlder appends older notices without duplicates', () => {
  const joined = withOlder(pages([notice(9), notice(8)], true), pages([notice(8), notice(7)]))
  expect(ids(joined)).toEqual([9, 8, 7])
  expect(joined.hasMore).toBe(false)
  expect(oldestId(joined)).toBe(7)
})

test('withRead marks everything up to the id, and nothing after it', () => {
  const read = withRead(pages([notice(9), notice(8), notice(7)]), 8, 1)
  expect(read.notices.map(({ isRead }) => isRead)).toEqual([false, true, true])
  expect(read.unreadCount).toBe(1)
})

test('lastReadId is the newest read notice', () => {
  expect(lastReadId(pages([notice(9), notice(8, true), notice(7, true)]))).toBe(8)
  expect(lastReadId(pages([notice(9)]))).toBe(0)
})
