import { muteChannel, searchMessages } from '@saathi/contract/chat/calls'
import { setPresence } from '@saathi/contract/chat/presence'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../../test/harness.tsx'
import { asha, attachment, channel, member, message } from '../chat.fake.ts'
import { openRavi, playChat, showMessenger } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const createdOn = '2026-11-14T06:30:00.000Z'
const meera = channel(2, { channelName: 'Meera Iyer', channelMembers: [asha, member(3, 'Meera Iyer')] })
const rowOf = (screen: Awaited<ReturnType<typeof showMessenger>>, name: string) =>
  screen.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: new RegExp(name) })

test('[DAY-13] unsent text is shown in the list as a draft until its conversation is opened', async () => {
  playChat([], [channel(1), meera])
  const { screen, field } = await openRavi()
  await field.fill('Thank you for')
  await rowOf(screen, 'Meera Iyer').click()
  await expect.element(rowOf(screen, 'Ravi Kumar')).toMatchTextContent(/Draft: Thank you for/)
})

test('[DAY-13] the title of the tab counts unread messages, except silenced ones', async () => {
  const played = playChat([], [channel(1), { ...meera, isMuted: true }])
  played.unread = { 1: { count: 4, isTagged: false }, 2: { count: 14, isTagged: false, isMuted: true } }
  const screen = await showMessenger()
  await expect.poll(() => document.title).toBe('(4) Chat · Saathi')
  await expect.element(rowOf(screen, 'Meera Iyer').getByRole('img', { name: 'muted' })).toBeVisible()
})

test('[DAY-14] a conversation is silenced in its panel', async () => {
  const played = playChat([message(1)])
  const asked = answer(muteChannel, ({ body }) => {
    played.channels = [channel(1, { isMuted: body.isMuted })]
    return { isMuted: body.isMuted }
  })
  const { screen } = await openRavi()
  await screen.getByRole('switch', { name: 'Mute this chat' }).click()
  await expect.element(rowOf(screen, 'Ravi Kumar').getByRole('img', { name: 'muted' })).toBeVisible()
  expect(asked.inputs).toMatchObject([{ params: { id: 1 }, body: { isMuted: true } }])
})

test.each([
  [{ kind: 'photo', text: '' }, 'You: Photo'],
  [{ kind: 'gif', text: '' }, 'You: GIF'],
  [{ kind: 'file', text: 'cv.pdf' }, 'You: cv.pdf'],
] as const)('[DAY-16] the list names the thing that was sent: %o', async (last, words) => {
  playChat([], [channel(1, { lastMessage: { id: 1, userId: 1, createdOn, ...last } })])
  const screen = await showMessenger()
  await expect.element(rowOf(screen, 'Ravi Kumar')).toMatchTextContent(new RegExp(words))
})

test('[DAY-16] a photo that arrives now is named at once', async () => {
  const played = playChat([], [channel(1)])
  const screen = await showMessenger()
  await expect.element(rowOf(screen, 'Ravi Kumar')).toBeVisible()
  const photo = attachment({ name: 'kite.png', type: 'image/png' })
  played.add(message(1, { message: '', attachments: JSON.stringify([photo]) }))
  await expect.element(rowOf(screen, 'Ravi Kumar')).toMatchTextContent(/Photo/)
})

test('[DAY-12] the partner is online, types and leaves, in the list and in the head', async () => {
  const played = playChat([message(1)])
  played.people = [{ userId: 2, isOnline: true, lastSeenOn: createdOn }]
  const { screen, room } = await openRavi()
  await expect.element(room.getByRole('button', { name: 'Online' })).toBeVisible()
  played.send({ command: 'typing', channel_id: 1, user_id: 2 })
  await expect.element(rowOf(screen, 'Ravi Kumar')).toMatchTextContent(/typing…/)
  await expect.element(room.getByRole('status').getByText('Ravi Kumar is typing')).toBeInTheDocument()
  played.send({ command: 'typing', channel_id: 1, user_id: 2, has_stopped: true })
  await expect.element(rowOf(screen, 'Ravi Kumar')).not.toMatchTextContent(/typing…/)
  played.send({ command: 'typing', channel_id: 1, user_id: 2 })
  await expect.element(rowOf(screen, 'Ravi Kumar')).toMatchTextContent(/typing…/)
  played.add(message(2))
  await expect.element(rowOf(screen, 'Ravi Kumar')).toMatchTextContent(/Message 2/)
  played.send({ command: 'presence', user_id: 2, is_online: false, last_seen_on: createdOn })
  await expect.element(room.getByRole('button', { name: /^Last seen/ })).toBeVisible()
})

test('[DAY-12] presence can be switched off in the panel, and typing is reported when it begins and when it stops', async () => {
  const played = playChat([message(1)])
  const asked = answer(setPresence, { isShown: false })
  const { screen, field } = await openRavi()
  await expect.poll(() => played.commands('presence')).toMatchObject([{ is_visible: true }])
  await field.fill('Hello')
  await field.fill('Hello there')
  expect(played.commands('typing')).toMatchObject([{ channel: 1 }])
  await field.fill('')
  await expect.poll(() => played.commands('typing')).toMatchObject([{ channel: 1 }, { channel: 1, has_stopped: true }])
  await screen.getByRole('switch', { name: 'Show when I’m online' }).click()
  await expect.poll(() => asked.inputs).toMatchObject([{ body: { isShown: false } }])
})

test('[DAY-13] a reader who is not at the end sees how many messages wait there', async () => {
  const played = playChat(Array.from({ length: 40 }, (_, at) => message(at + 1)))
  const { log, room } = await openRavi()
  log.element().scrollTop -= 300
  await expect.element(room.getByRole('button', { name: 'Go to the newest messages' })).toBeVisible()
  played.unread = { 1: { count: 2, isTagged: false } }
  played.add(message(41))
  played.add(message(42))
  await room.getByRole('button', { name: '2 new messages' }).click()
  await expect.element(log.getByText('Message 42', { exact: true })).toBeInViewport()
})

test('[DAY-15] one conversation is searched from its head, and a found message is shown', async () => {
  playChat(Array.from({ length: 60 }, (_, at) => message(at + 1)))
  const found = { messageId: 3, channelId: 1, text: 'lantern-plan.txt', hit: { start: 0, length: 7 }, createdOn }
  const asked = answer(searchMessages, {
    messages: [{ ...found, user: { firstName: 'Ravi', lastName: 'Kumar', userEmailId: '' } }],
    hasNextPage: false,
  })
  const { log, room } = await openRavi()
  await room.getByRole('button', { name: 'Search in this chat' }).click()
  const panel = room.getByRole('region', { name: 'Search in this chat' })
  await panel.getByRole('textbox').fill('lantern')
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  await panel.getByRole('button', { name: /lantern-plan/ }).click()
  await expect.element(log.getByText('Message 3', { exact: true })).toBeInViewport()
  expect(asked.inputs).toMatchObject([{ body: { searchText: 'lantern', channelId: 1, pageNumber: 1 } }])
})
