import { expect, test } from 'vitest'
import { keepNewer, newestId, oldestId, withLastMessage, withMessage, withPage, withViewed } from './cache.ts'
import { channel, member, message, pageOf } from './chat.fake.ts'

const numbers = (held: { messages: readonly { msg_id: number }[] }) => held.messages.map(({ msg_id }) => msg_id)

test('[CHT-07] messages are keyed by msg_id and sorted by created_on, then msg_id as a number', () => {
  const at = '2026-11-14T10:00:00.000Z'
  const page = pageOf([
    message(10, { created_on: at }),
    message(9, { created_on: at }),
    message(2, { created_on: '2026-11-14T10:00:01.000Z' }),
  ])
  expect(numbers(withPage(undefined, page))).toEqual([9, 10, 2])
  expect(numbers(withPage(withPage(undefined, page), page))).toEqual([9, 10, 2])
})

test('a temp_id that is known stays known when the message comes again without it', () => {
  const held = withMessage(withPage(undefined, pageOf([])), message(1, { temp_id: 'a' }))
  expect(withMessage(held, message(1)).messages).toEqual([message(1, { temp_id: 'a' })])
})

test('an older page goes before what is held and says whether there is more', () => {
  const held = withPage(undefined, pageOf([message(11), message(12)], { has_next_page: true }))
  const older = withPage(held, pageOf([message(9), message(10)], { has_next_page: false, message_id: 11 }))
  expect(numbers(older)).toEqual([9, 10, 11, 12])
  expect(older).toMatchObject({ hasOlder: false, hasNewer: false })
})

test('an empty older page ends the history', () => {
  const held = withPage(undefined, pageOf([message(11)], { has_next_page: true }))
  expect(withPage(held, pageOf([], { message_id: 11 })).hasOlder).toBe(false)
})

test('the newest page beyond a gap takes the place of what was held', () => {
  const held = withPage(undefined, pageOf([message(1), message(2)]))
  expect(numbers(withPage(held, pageOf([message(80), message(81)], { has_next_page: true })))).toEqual([80, 81])
})

test('a message said while one looks at an older place is not put beside a gap, and not forgotten', () => {
  const held = withPage(undefined, pageOf([message(5)], { has_newer: true, message_id: 5 }))
  const heard = withMessage(held, message(90))
  expect(numbers(heard)).toEqual([5])
  const caughtUp = withPage(heard, pageOf([message(6), message(7)], { message_id: 5 }))
  expect(caughtUp.hasNewer).toBe(true)
  expect(withPage(caughtUp, pageOf([message(90)], { message_id: 7 })).hasNewer).toBe(false)
})

test('the ends of nothing are nothing', () => {
  expect(oldestId(undefined)).toBeUndefined()
  expect(newestId(withPage(undefined, pageOf([])))).toBeUndefined()
})

test('the channel in which something was said comes first, with its words in one line', () => {
  const said = message(7, { channel_id: 2, message: 'Hello @[Asha Rao](1)' })
  const [first, second] = withLastMessage([channel(1), channel(2)], said)
  expect(first).toMatchObject({ channelId: 2, lastMessage: { id: 7, text: 'Hello @Asha Rao' } })
  expect(second?.channelId).toBe(1)
})

test('[CHT-08] how far somebody has read moves on, and never back', () => {
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

test('an old message that comes by itself is not put before a gap', () => {
  const held = withPage(undefined, pageOf([message(50), message(51)], { has_next_page: true }))
  expect(numbers(withMessage(held, message(3)))).toEqual([50, 51])
  expect(numbers(withMessage(withPage(undefined, pageOf([message(5)])), message(3)))).toEqual([3, 5])
})

test('[CHT-08] a list that was read before something was said does not take it back', () => {
  const at = (id: number, lastSeenId: number) =>
    channel(1, {
      channelMembers: [member(2, 'Ravi Kumar', { lastSeenId })],
      lastMessage: { id, userId: 2, text: `Message ${id}`, createdOn: `2026-11-14T10:00:0${id}.000Z` },
    })
  expect(keepNewer([at(5, 4)], [at(3, 3)])).toEqual([at(5, 4)])
  expect(keepNewer([at(3, 3)], [at(5, 4)])).toEqual([at(5, 4)])
  expect(keepNewer([at(3, 3), channel(2)], [at(3, 3)])).toEqual([at(3, 3)])
})
