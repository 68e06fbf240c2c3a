import { expect, test } from 'vitest'
import { withPage } from '../cache.ts'
import { message, pageOf } from '../chat.fake.ts'
import { rowsOf } from './rows.ts'
import type { PendingMessage } from '../write/sending.ts'

const written: PendingMessage = {
  tempId: '00000000-0000-4000-8000-000000000001',
  channel: 1,
  message: 'Hello',
  attachment: null,
  file: null,
  writtenAt: '2026-11-14T10:00:00.000Z',
  status: 'in-progress',
  reason: null,
  progress: null,
}
const input = { pending: [], held: [], seenUpTo: 0, me: 1, isAnswering: false }
const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind)

test('a channel starts with its introduction, and each day has one heading', () => {
  const loaded = withPage(undefined, pageOf([message(1), message(2)]))
  expect(kinds(rowsOf({ ...input, loaded }))).toEqual(['begin', 'day', 'message', 'message'])
})

test('days are those of India’s time zone', () => {
  const late = message(1, { created_on: '2026-11-14T18:29:00.000Z' })
  const next = message(2, { created_on: '2026-11-14T18:31:00.000Z' })
  expect(kinds(rowsOf({ ...input, loaded: withPage(undefined, pageOf([late, next])) }))).toEqual([
    'begin',
    'day',
    'message',
    'day',
    'message',
  ])
})

test('the "new messages" divider is before the first unseen message of others', () => {
  const loaded = withPage(undefined, pageOf([message(1), message(2, { user_id: 1 }), message(3)]))
  expect(kinds(rowsOf({ ...input, loaded, seenUpTo: 1 }))).toEqual(['begin', 'day', 'message', 'message', 'new', 'message'])
  expect(kinds(rowsOf({ ...input, loaded, seenUpTo: 3 }))).not.toContain('new')
})

test('[CHT-07] an unsent message passes its key to the message that replaces it', () => {
  const before = rowsOf({ ...input, loaded: withPage(undefined, pageOf([])), pending: [written] })
  const sent = message(9, { temp_id: written.tempId, user_id: 1 })
  const after = rowsOf({ ...input, loaded: withPage(undefined, pageOf([sent])), pending: [written] })
  expect(before.at(-1)).toMatchObject({ kind: 'waiting', key: written.tempId })
  expect(after.at(-1)).toMatchObject({ kind: 'message', key: written.tempId })
  expect(kinds(after)).not.toContain('waiting')
})

test('unsent messages are after those that are still loading', () => {
  const loaded = withPage(undefined, pageOf([message(1)], { has_newer: true, message_id: 1, has_next_page: true }))
  expect(kinds(rowsOf({ ...input, loaded, pending: [written] }))).toEqual(['message', 'loading', 'waiting'])
})

test('while older messages are not loaded, the first row is a message, and it keeps its key after they load', () => {
  const newest = pageOf([message(5), message(6)], { has_next_page: true })
  const loaded = withPage(undefined, newest)
  const before = rowsOf({ ...input, loaded, seenUpTo: 1 })
  expect(before.map(({ key }) => key)).toEqual(['m5', 'm6'])
  const after = rowsOf({ ...input, loaded: withPage(loaded, pageOf([message(4)], { message_id: 5 })), seenUpTo: 1 })
  expect(after.map(({ key }) => key)).toEqual(['begin', 'day 2026-11-14', 'new', 'm4', 'm5', 'm6'])
})

test('a held message is shown where it was written; one that is older than the loaded messages is left out', () => {
  const heldAt = (id: number) => message(id).created_on
  const held = [1, 3, 9].map((id) => ({
    id,
    tempId: `held${id}`,
    text: 'Call me',
    fileName: null,
    heldAt: heldAt(id),
    state: 'waiting' as const,
  }))
  const loaded = withPage(undefined, pageOf([message(2), message(4)], { has_next_page: true }))
  const keys = rowsOf({ ...input, held, loaded }).map(({ key }) => key)
  expect(keys).toEqual(['m2', 'held3', 'new', 'm4', 'held9'].filter((key) => keys.includes(key)))
  expect(keys).not.toContain('held1')
  expect(keys).toContain('held3')
})
