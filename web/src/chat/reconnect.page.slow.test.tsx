import { listChannels } from '@saathi/contract/chat/calls'
import { uploadFile } from '@saathi/contract/core/files'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { putEntries, removeEntries } from '#core/offline/store.ts'
import { seedOutbox } from '#core/outbox/entry.fake.ts'
import { queryClient } from '#core/query-client.ts'
import { answer } from '../../test/harness.tsx'
import { asha, channel, member, message } from './chat.fake.ts'
import { openRavi, playChat, showMessenger, unsentEntry } from './chat-server.fake.ts'
import { messagesQuery } from './queries.ts'

beforeEach(() => page.viewport(1280, 900))

const soon = { timeout: 40_000 }
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const loadedIds = () => queryClient.getQueryData(messagesQuery(1).queryKey)?.messages.map(({ msg_id }) => msg_id)
const meera = channel(2, { channelName: 'Meera Iyer', channelMembers: [asha, member(3, 'Meera Iyer')] })

test('[CHT-18] a channel left before the connection broke has no gap when it is opened again', async () => {
  const played = playChat([message(1), message(2)], [channel(1), meera])
  const { screen, log } = await openRavi()
  await expect.element(log.getByText('Message 2', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: /Meera Iyer/ }).click()
  await expect.element(screen.getByRole('log', { name: 'Messages with Meera Iyer' })).toBeVisible()
  played.cut()
  for (let id = 3; id <= 60; id += 1) played.messages.push(message(id))
  const joined = played.commands('join').length
  played.comeBack()
  await expect.poll(() => played.commands('join').length, soon).toBeGreaterThan(joined)
  played.add(message(61))
  await screen.getByRole('button', { name: /^Ravi Kumar/ }).click()
  await expect.element(log.getByText('Message 61', { exact: true })).toBeVisible()
  // Loaded either from the last known message on or from the newest page, in both cases without a gap.
  await expect.poll(() => (loadedIds() ?? []).at(-1), soon).toBe(61)
  const ids = loadedIds() ?? []
  expect(ids).toEqual(upTo(61).slice(-ids.length))
})

test('[CHT-18] a connection that breaks between two missed pages continues from there', async () => {
  const played = playChat([message(1)])
  const { log } = await openRavi()
  await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
  played.cut()
  for (let id = 2; id <= 75; id += 1) played.messages.push(message(id))
  played.comeBack()
  await expect.poll(() => (loadedIds() ?? []).length, soon).toBeGreaterThan(1)
  played.cut()
  played.comeBack()
  await expect.poll(loadedIds, soon).toEqual(upTo(75))
})

test('[CHT-18] a client whose join was refused temporarily retries, and misses nothing', async () => {
  const played = playChat([message(1)])
  const { log } = await openRavi()
  await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
  played.cut()
  played.messages.push(message(2, { message: 'In the gap' }))
  played.refusesJoins = true
  const joined = played.commands('join').length
  played.comeBack()
  await expect.poll(() => played.commands('join').length, soon).toBeGreaterThan(joined)
  played.add(message(3, { message: 'Beyond it' }))
  played.refusesJoins = false
  await expect.element(log.getByText('In the gap')).toBeVisible()
  expect(loadedIds()).toEqual([1, 2, 3])
})

test('[CHT-18] the list is refetched, with messages of other channels', async () => {
  const played = playChat([message(1)], [channel(1), meera])
  const { screen } = await openRavi()
  played.cut()
  const lastMessage = { id: 9, userId: 3, text: 'In the lift', createdOn: '2026-11-14T06:40:00.000Z' }
  answer(listChannels, { channels: [channel(1), { ...meera, lastMessage }] })
  played.comeBack()
  await expect.element(screen.getByText('In the lift')).toBeVisible()
})

test('messages written before the channel has loaded are shown', async () => {
  const played = playChat([message(1)])
  played.isUp = false
  const screen = await showMessenger('/chat/messenger?channel=1')
  const room = screen.getByRole('region', { name: 'Ravi Kumar' })
  await room.getByRole('textbox', { name: 'Message' }).fill('Is anybody there?')
  await userEvent.keyboard('{Enter}')
  await expect.element(room.getByRole('article')).toMatchTextContent(/Is anybody there\?/)
  played.comeBack()
  await expect.element(room.getByRole('img', { name: 'Sent' })).toBeVisible()
  expect(room.getByText('Is anybody there?').elements()).toHaveLength(1)
})

test('without a connection, older messages stay in view after sending, and the newest are shown after the reconnect', async () => {
  const played = playChat(upTo(100).map((id) => message(id)))
  const { log, field } = await openRavi('/chat/messenger?channel=1&message=20')
  await expect.element(log.getByText('Message 20', { exact: true })).toBeInViewport()
  played.cut()
  await field.fill('From the tunnel')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByText('From the tunnel')).toBeInViewport()
  expect(loadedIds()).toContain(20)
  played.comeBack()
  await expect.element(log.getByText('Message 100', { exact: true })).toBeInViewport()
  await expect.element(log.getByRole('img', { name: 'Sent' })).toBeInViewport()
})

test('[CHT-18] messages left by a closed tab are sent by another one after a reconnect', async () => {
  const played = playChat([message(1)])
  const { log } = await openRavi()
  await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
  played.cut()
  const unsent = unsentEntry('From the other tab')
  await putEntries('outbox', 1, [unsent])
  played.comeBack()
  await expect.poll(() => played.commands('send').map(({ tempId }) => tempId), soon).toEqual([unsent.id])
  await expect.element(log.getByText('From the other tab')).toBeVisible()
})

test('a failed message is not sent by a reloaded page', async () => {
  const played = playChat([message(1)])
  const refusal = { code: 'chat.closed', text: 'chat.notSent.closed', isTied: false } as const
  await seedOutbox(unsentEntry('Too late', { refusal }))
  const { room } = await openRavi()
  await expect.element(room.getByRole('alert')).toMatchTextContent(/^Not sent\. You can’t write here right now\./)
  expect(played.commands('send')).toEqual([])
})

test('a file that another tab is uploading is not uploaded a second time', async () => {
  playChat([message(1)])
  const { inputs } = answer(uploadFile, 'network')
  const unsent = unsentEntry('', { file: new File(['%PDF'], 'portfolio.pdf', { type: 'application/pdf' }) })
  await seedOutbox(unsent)
  const { promise: isDone, resolve: endOther } = Promise.withResolvers<void>()
  const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
  void navigator.locks.request(`saathi.outbox.${unsent.line}`, async () => {
    take()
    await isDone
  })
  await isTaken
  const { room, log } = await openRavi()
  await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
  await expect.element(log.getByText('portfolio.pdf')).toBeVisible()
  expect(room.getByRole('alert').elements()).toEqual([])
  expect(inputs).toEqual([])
  await removeEntries('outbox', 1, [unsent.key])
  endOther()
})
