import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { asha, channel, member, message, ravi } from '../chat.fake.ts'
import { openRavi, playChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const anita = member(9, 'Anita Desai', { isPairManager: true })
const withAnita = channel(1, { channelMembers: [asha, ravi, anita] })
const at = '2026-11-14T13:36:00.000Z'

test('[DAY-11] a message is sent, delivered and read with three different marks; the pair manager does not count', async () => {
  const played = playChat([message(1, { user_id: 1 })], [withAnita])
  const { log } = await openRavi()
  await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
  played.send({ command: 'message_delivered', channel_id: 1, user_id: 2, message_id: 1, delivered_on: at })
  await expect.element(log.getByRole('img', { name: 'Delivered' })).toBeVisible()
  played.send({
    command: 'update_last_viewed_timestamp',
    channel_id: 1,
    user_id: 2,
    last_viewed_timestamp: at,
    message_id: 1,
  })
  await expect.element(log.getByRole('img', { name: 'Read' })).toBeVisible()
  await expect.element(log.getByRole('button', { name: /^Seen/ })).toMatchTextContent(/7:06/)
})

test('[DAY-11] "seen by" lists who has read a message and who has received it', async () => {
  const seen = { ...ravi, lastSeenId: 1, lastDeliveredId: 1, lastViewedTimestamp: at }
  const received = { ...anita, lastDeliveredId: 1, lastDeliveredTimestamp: at }
  playChat([message(1, { user_id: 1 })], [channel(1, { channelMembers: [asha, seen, received] })])
  const { screen, log } = await openRavi()
  await log.getByRole('button', { name: /^Seen/ }).click()
  const dialog = screen.getByRole('dialog', { name: 'Who has seen it' })
  await expect.element(dialog.getByRole('region', { name: 'Seen by' }).getByText('Ravi Kumar')).toBeVisible()
  await expect.element(dialog.getByRole('region', { name: 'Delivered to' }).getByText('Anita Desai')).toBeVisible()
})

test('[DAY-11] in a group the line under the message counts the readers', async () => {
  const members = [asha, { ...ravi, lastSeenId: 1 }, member(3, 'Meera Iyer')]
  playChat([message(1, { user_id: 1 })], [channel(1, { kind: 'group', isGroup: true, channelMembers: members })])
  const { log } = await openRavi()
  await expect.element(log.getByRole('button', { name: 'Seen by 1 of 2' })).toBeVisible()
  await expect.element(log.getByRole('img', { name: 'Seen by Ravi Kumar' })).toBeVisible()
})

test('[DAY-11] messages that others write are reported as delivered if the reader does not look at them', async () => {
  const played = playChat([message(1, { channel_id: 2 })], [channel(1), channel(2, { channelName: 'Meera Iyer' })])
  await openRavi()
  played.add(message(2, { channel_id: 2 }))
  await expect.poll(() => played.commands('message_delivered').at(-1)?.message_id, { timeout: 5_000 }).toBe(2)
})
