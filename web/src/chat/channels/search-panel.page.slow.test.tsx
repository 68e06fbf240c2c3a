import { searchMessages } from '@saathi/contract/chat/calls'
import type { FoundMessage } from '@saathi/contract/chat/entities'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { composeWord, wordsOfScripts } from '../../../test/input-method.ts'
import { channel, message } from '../chat.fake.ts'
import { playChat, showMessenger } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const found = (messageId: number, text = 'a portfolio in five pictures'): FoundMessage => ({
  messageId,
  channelId: 1,
  text,
  hit: { start: 2, length: 9 },
  createdOn: '2026-11-14T06:30:00Z',
  user: { firstName: 'Ravi', lastName: 'Kumar', userEmailId: '' },
})

async function openSearch() {
  const screen = await showMessenger()
  await screen.getByRole('button', { name: 'Search', exact: true }).click()
  const field = screen.getByRole('textbox', { name: 'Search people, groups and messages' })
  await expect.element(field).toHaveFocus()
  return { screen, field, search: (text: string) => field.fill(text).then(() => userEvent.keyboard('{Enter}')) }
}

test('[CHT-14] shows what can be searched, trims the text and ignores a text of spaces', async () => {
  playChat()
  const { inputs } = answer(searchMessages, { messages: [], hasNextPage: false })
  const { screen, field, search } = await openSearch()
  await expect.element(field).toHaveAttribute('placeholder', 'Type and search')
  await expect.element(screen.getByText('Search for People, Groups, and Messages')).toBeVisible()
  await search('   ')
  await search('  nobody ')
  await expect.element(screen.getByText('No Search Results')).toBeVisible()
  expect(inputs.map(({ body }) => body)).toEqual([{ searchText: 'nobody', pageNumber: 1 }])
})

test.each(wordsOfScripts)('[CHT-14] searches by a word composed in %s, and only by the Enter after it', async (_script, word) => {
  playChat([], [channel(1, { channelName: `${word} मंडल` }), channel(2)])
  const { inputs } = answer(searchMessages, { messages: [], hasNextPage: false })
  const { screen, field } = await openSearch()
  await composeWord(word)
  await expect.element(field).toHaveValue(word)
  expect(inputs).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('tabpanel').getByRole('button', { name: new RegExp(word) })).toBeVisible()
  expect(inputs.map(({ body }) => body)).toEqual([{ searchText: word, pageNumber: 1 }])
})

test('[CHT-14] shows which of the two tabs has no results', async () => {
  playChat()
  answer(searchMessages, ({ body }) => ({ messages: body.searchText === 'ravi' ? [] : [found(1)], hasNextPage: false }))
  const { screen, search } = await openSearch()
  await search('ravi')
  const tab = (name: string) => screen.getByRole('tab', { name })
  await expect.element(tab('People & Groups')).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByRole('tabpanel').getByRole('button', { name: /Ravi Kumar/ })).toBeVisible()
  await tab('Messages').click()
  await expect.element(screen.getByText('No results for messages')).toBeVisible()
  await search('portfolio')
  // The first tab with a result is selected.
  await expect.element(tab('Messages')).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByRole('mark')).toHaveTextContent('portfolio')
  await tab('People & Groups').click()
  await expect.element(screen.getByText('No results for People & Groups')).toBeVisible()
})

test('[CHT-14] shows people and groups ten at a time', async () => {
  const many = Array.from({ length: 24 }, (_, index) => channel(index + 1, { channelName: `Ravi ${index + 1}` }))
  playChat([], many)
  answer(searchMessages, { messages: [], hasNextPage: false })
  await page.viewport(1280, 500)
  const { screen, search } = await openSearch()
  await search('ravi')
  const rows = screen.getByRole('tabpanel').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(10)
  const more = screen.getByRole('button', { name: 'Show more' })
  more.element().scrollIntoView()
  await expect.poll(() => rows.elements().length).toBe(20)
  more.element().scrollIntoView()
  await expect.poll(() => rows.elements().length).toBe(24)
  expect(more.elements()).toEqual([])
})

test('[CHT-14] loads page by page from 1', async () => {
  playChat()
  const { inputs } = answer(searchMessages, ({ body: { pageNumber } }) => ({
    messages: [found(pageNumber)],
    hasNextPage: pageNumber < 3,
  }))
  const { search } = await openSearch()
  await search('portfolio')
  await expect.poll(() => inputs.map(({ body }) => body.pageNumber)).toEqual([1, 2, 3])
})

test('[CHT-14] opens the channel at the message, with those around it', async () => {
  const played = playChat(Array.from({ length: 200 }, (_, index) => message(index + 1)))
  answer(searchMessages, { messages: [found(100)], hasNextPage: false })
  const { screen, search } = await openSearch()
  await search('portfolio')
  await screen.getByRole('button', { name: /a portfolio in five pictures/ }).click()
  const log = screen.getByRole('log')
  await expect.element(log.getByText('Message 100', { exact: true })).toBeInViewport()
  expect(played.commands('get_room_chat_messages')[0]).toMatchObject({ message_id: 100, direction: 'around' })
  await screen.getByRole('button', { name: 'Go to the newest messages' }).click()
  await expect.element(log.getByText('Message 200', { exact: true })).toBeInViewport()
  await expect.poll(screen.pathNow).toBe('/chat/messenger?channel=1')
  await screen.getByRole('button', { name: /a portfolio in five pictures/ }).click()
  await expect.element(log.getByText('Message 100', { exact: true })).toBeInViewport()
})

test('[CHT-14] sending from an older place scrolls to the newest', async () => {
  playChat(Array.from({ length: 200 }, (_, index) => message(index + 1)))
  answer(searchMessages, { messages: [found(180)], hasNextPage: false })
  const { screen, search } = await openSearch()
  await search('portfolio')
  await screen.getByRole('button', { name: /a portfolio in five pictures/ }).click()
  const log = screen.getByRole('log')
  await expect.element(log.getByText('Message 180', { exact: true })).toBeInViewport()
  await screen.getByRole('textbox', { name: 'Message' }).fill('I have read it')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByText('I have read it')).toBeInViewport()
  await expect.element(log.getByRole('img', { name: 'Sent' })).toBeInViewport()
})

test('[CHT-22] a further page that fails is only requested again on click', async () => {
  playChat()
  const first = answer(searchMessages, ({ body: { pageNumber } }) =>
    pageNumber === 1 ? { messages: [found(1)], hasNextPage: true } : refuse('core.broken', 500),
  )
  const { screen, field, search } = await openSearch()
  await search('portfolio')
  const more = screen.getByRole('button', { name: 'Show more' })
  await expect.poll(() => first.inputs.map(({ body }) => body.pageNumber)).toEqual([1, 2])
  await field.fill('portfolio of')
  await expect.element(more).not.toHaveAttribute('aria-disabled')
  await expect.element(more).toBeInViewport()
  expect(first.inputs).toHaveLength(2)
  const { inputs } = answer(searchMessages, { messages: [found(2, 'a portfolio once more')], hasNextPage: false })
  await more.click()
  await expect.element(screen.getByText(/once more/)).toBeVisible()
  expect(inputs.map(({ body }) => body.pageNumber)).toEqual([2])
})

test('[CHT-22] a failed search keeps the previous results', async () => {
  playChat()
  answer(searchMessages, { messages: [found(1)], hasNextPage: false })
  const { screen, search } = await openSearch()
  await search('portfolio')
  await expect.element(screen.getByRole('mark')).toBeVisible()
  const failing = answer(searchMessages, refuse('core.broken', 500))
  await search('other')
  await expect.poll(() => failing.inputs.length).toBe(1)
  await expect.element(screen.getByRole('mark')).toBeVisible()
})

test('[CHT-23] back and clear reset the search', async () => {
  playChat()
  answer(searchMessages, { messages: [], hasNextPage: false })
  const { screen, field, search } = await openSearch()
  await search('nobody')
  await expect.element(screen.getByText('No Search Results')).toBeVisible()
  await screen.getByRole('button', { name: 'Clear the search' }).click()
  await expect.element(field).toHaveValue('')
  await expect.element(screen.getByText('Search for People, Groups, and Messages')).toBeVisible()
  await screen.getByRole('button', { name: 'Back from the search' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Search', exact: true })).toHaveFocus()
})
