import { expect, test } from 'vitest'
import { mergeNewer, newestId, oldestId, withLastMessage, withMessage, withPage, withViewed } from './cache.ts'
import { channel, member, message, pageOf } from './chat.fake.ts'

const idsOf = (loaded: { messages: readonly { msg_id: number }[] }) => loaded.messages.map(({ msg_id }) => msg_id)

test('[CHT-07] messages are keyed by msg_id and sorted by created_on, then msg_id as a number', () => {
  const at = '2026-11-14T10:00:00.000Z'
  const page = pageOf([
    message(10, { created_on: at }),
    message(9, { created_on: at }),
    message(2, { created_on: '2026-11-14T10:00:01.000Z' }),
  ])
  expect(idsOf(withPage(undefined, page))).toEqual([9, 10, 2])
  expect(idsOf(withPage(withPage(undefined, page), page))).toEqual([9, 10, 2])
})

test('a known temp_id is kept when the message comes again without it', () => {
  const loaded = withMessage(withPage(undefined, pageOf([])), message(1, { temp_id: 'a' }))
  expect(withMessage(loaded, message(1)).messages).toEqual([message(1, { temp_id: 'a' })])
})

test('an older page is put before the loaded messages, and hasMore is updated', () => {
  const loaded = withPage(undefined, pageOf([message(11), message(12)], { has_next_page: true }))
  const older = withPage(loaded, pageOf([message(9), message(10)], { has_next_page: false, message_id: 11 }))
  expect(idsOf(older)).toEqual([9, 10, 11, 12])
  expect(older).toMatchObject({ hasOlder: false, hasNewer: false })
})

test('an empty older page ends the history', () => {
  const loaded = withPage(undefined, pageOf([message(11)], { has_next_page: true }))
  expect(withPage(loaded, pageOf([], { message_id: 11 })).hasOlder).toBe(false)
})

test('a newest page that does not adjoin the loaded messages replaces them', () => {
  const loaded = withPage(undefined, pageOf([message(1), message(2)]))
  expect(idsOf(withPage(loaded, pageOf([message(80), message(81)], { has_next_page: true })))).toEqual([80, 81])
})

test('a live message after a gap is not added, but its id is recorded', () => {
  const loaded = withPage(undefined, pageOf([message(5)], { has_newer: true, message_id: 5 }))
  const updated = withMessage(loaded, message(90))
  expect(idsOf(updated)).toEqual([5])
  const caughtUp = withPage(updated, pageOf([message(6), message(7)], { message_id: 5 }))
  expect(caughtUp.hasNewer).toBe(true)
  expect(withPage(caughtUp, pageOf([message(90)], { message_id: 7 })).hasNewer).toBe(false)
})

test('oldestId and newestId are undefined for an empty channel', () => {
  expect(oldestId(undefined)).toBeUndefined()
  expect(newestId(withPage(undefined, pageOf([])))).toBeUndefined()
})

test('the channel with a new message comes first, with its text in one line', () => {
  const sent = message(7, { channel_id: 2, message: 'Hello @[Asha Rao](1)' })
  const [first, second] = withLastMessage([channel(1), channel(2)], sent)
  expect(first).toMatchObject({ channelId: 2, lastMessage: { id: 7, text: 'Hello @Asha Rao' } })
  expect(second?.channelId).toBe(1)
})

test('[CHT-08] a read position moves forward, and never back', () => {
  const viewed = (message_id: number) => ({
    command: 'update_last_viewed_timestamp' as const,
    channel_id: 1,
    user_id: 2,
    last_viewed_timestamp: '2026-11-14T10:00:00.000Z',
    message_id,
  })
  const channels = [channel(1, { channelMembers: [member(2, 'Ravi Kumar', { lastSeenId: 5 })] })]
  const seen = (list: typeof channels) => list[0]?.channelMembers[0]?.lastSeenId
  expect(seen(withViewed(channels, viewed(8)))).toBe(8)
  expect(seen(withViewed(channels, viewed(3)))).toBe(5)
})

test('a live message older than a gap is not added', () => {
  const loaded = withPage(undefined, pageOf([message(50), message(51)], { has_next_page: true }))
  expect(idsOf(withMessage(loaded, message(3)))).toEqual([50, 51])
  expect(idsOf(withMessage(withPage(undefined, pageOf([message(5)])), message(3)))).toEqual([3, 5])
})

test('[CHT-08] a list that was read before a message does not remove it', () => {
  const at = (id: number, lastSeenId: number) =>
    channel(1, {
      channelMembers: [member(2, 'Ravi Kumar', { lastSeenId })],
      lastMessage: { id, userId: 2, text: `Message ${id}`, createdOn: `2026-11-14T10:00:0${id}.000Z` },
    })
  expect(mergeNewer([at(5, 4)], [at(3, 3)])).toEqual([at(5, 4)])
  expect(mergeNewer([at(3, 3)], [at(5, 4)])).toEqual([at(5, 4)])
  expect(mergeNewer([at(3, 3), channel(2)], [at(3, 3)])).toEqual([at(3, 3)])
})
