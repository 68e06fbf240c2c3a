import { expect, test } from 'vitest'
import { withPage } from './cache.ts'
import { message, pageOf } from './chat.fake.ts'
import { rowsOf } from './rows.ts'
import type { Waiting } from './sending.ts'

const written: Waiting = {
  tempId: '00000000-0000-4000-8000-000000000001',
  channel: 1,
  message: 'Hello',
  attachment: null,
  file: null,
  writtenAt: '2026-11-14T10:00:00.000Z',
  standing: 'in-progress',
  failure: null,
  tab: 'a',
  progress: null,
}
const given = { waiting: [], seenUpTo: 0, me: 1, isAnswering: false }
const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind)

test('a channel begins with its beginning, and a day has one line', () => {
  const held = withPage(undefined, pageOf([message(1), message(2)]))
  expect(kinds(rowsOf({ ...given, held }))).toEqual(['begin', 'day', 'message', 'message'])
})

test('days are those of India', () => {
  const late = message(1, { created_on: '2026-11-14T18:29:00.000Z' })
  const next = message(2, { created_on: '2026-11-14T18:31:00.000Z' })
  expect(kinds(rowsOf({ ...given, held: withPage(undefined, pageOf([late, next])) }))).toEqual([
    'begin',
    'day',
    'message',
    'day',
    'message',
  ])
})

test('the line of new messages stands before the first that is unseen and not one’s own', () => {
  const held = withPage(undefined, pageOf([message(1), message(2, { user_id: 1 }), message(3)]))
  expect(kinds(rowsOf({ ...given, held, seenUpTo: 1 }))).toEqual(['begin', 'day', 'message', 'message', 'new', 'message'])
  expect(kinds(rowsOf({ ...given, held, seenUpTo: 3 }))).not.toContain('new')
})

test('[CHT-07] what is unsent gives its place and its key to the message that it becomes', () => {
  const before = rowsOf({ ...given, held: withPage(undefined, pageOf([])), waiting: [written] })
  const sent = message(9, { temp_id: written.tempId, user_id: 1 })
  const after = rowsOf({ ...given, held: withPage(undefined, pageOf([sent])), waiting: [written] })
  expect(before.at(-1)).toMatchObject({ kind: 'waiting', key: written.tempId })
  expect(after.at(-1)).toMatchObject({ kind: 'message', key: written.tempId })
  expect(kinds(after)).not.toContain('waiting')
})

test('what is unsent stands behind what has yet to come', () => {
  const held = withPage(undefined, pageOf([message(1)], { has_newer: true, message_id: 1, has_next_page: true }))
  expect(kinds(rowsOf({ ...given, held, waiting: [written] }))).toEqual(['message', 'loading', 'waiting'])
})

test('while there are older ones the first row is a message, and keeps its key when they have come', () => {
  const newest = pageOf([message(5), message(6)], { has_next_page: true })
  const held = withPage(undefined, newest)
  const before = rowsOf({ ...given, held, seenUpTo: 1 })
  expect(before.map(({ key }) => key)).toEqual(['m5', 'm6'])
  const after = rowsOf({ ...given, held: withPage(held, pageOf([message(4)], { message_id: 5 })), seenUpTo: 1 })
  expect(after.map(({ key }) => key)).toEqual(['begin', 'day 2026-11-14', 'new', 'm4', 'm5', 'm6'])
})
