import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { asha, channel, member, message, ravi } from '../chat.fake.ts'
import { openRavi, playChat, showMessenger } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const anita = member(9, 'Anita Desai', { isPairManager: true })

test('[DAY-11] a message is marked as read once the partner has read it, whatever the pair manager does', async () => {
  const members = [asha, ravi, { ...anita, lastSeenId: 1 }]
  const played = playChat([message(1, { user_id: 1 })], [channel(1, { channelMembers: members })])
  const { log } = await openRavi()
  await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
  played.say({
    command: 'update_last_viewed_timestamp',
    channel_id: 1,
    user_id: 2,
    last_viewed_timestamp: '2026-11-14T10:00:00.000Z',
    message_id: 1,
  })
  await expect.element(log.getByRole('img', { name: 'Read' })).toBeVisible()
})

test('[DAY-11] in a group a message that some have read names them', async () => {
  const members = [asha, { ...ravi, lastSeenId: 1 }, member(3, 'Meera Iyer')]
  playChat([message(1, { user_id: 1 })], [channel(1, { kind: 'group', isGroup: true, channelMembers: members })])
  const { log } = await openRavi()
  await expect.element(log.getByRole('img', { name: 'Seen by Ravi Kumar' })).toBeVisible()
})

test('[DAY-13] text that is not sent yet stands in the list as a draft until its conversation is opened', async () => {
  const meera = channel(2, { channelName: 'Meera Iyer', channelMembers: [asha, member(3, 'Meera Iyer')] })
  playChat([message(1)], [channel(1), meera])
  const { screen, field } = await openRavi()
  await field.fill('Thank you for')
  const list = screen.getByRole('navigation', { name: 'Conversations' })
  await list.getByRole('button', { name: /Meera Iyer/ }).click()
  await expect.element(list.getByRole('button', { name: /Ravi Kumar/ })).toMatchTextContent(/Draft: Thank you for/)
})

test('[DAY-13] the title of the tab counts unread messages', async () => {
  const played = playChat()
  played.unread = { 1: { count: 4, isTagged: false } }
  await showMessenger()
  await expect.poll(() => document.title).toBe('(4) Chat · Saathi')
})

test('[DAY-13] a reader who is not at the end sees how many messages wait there', async () => {
  const played = playChat(Array.from({ length: 40 }, (_, at) => message(at + 1)))
  const { log, room } = await openRavi()
  await expect.element(log.getByText('Message 40', { exact: true })).toBeVisible()
  log.element().scrollTop -= 300
  await expect.element(room.getByRole('button', { name: 'To the newest messages' })).toBeVisible()
  played.unread = { 1: { count: 1, isTagged: false } }
  played.add(message(41))
  await room.getByRole('button', { name: '1 new message' }).click()
  await expect.element(log.getByText('Message 41', { exact: true })).toBeInViewport()
})
