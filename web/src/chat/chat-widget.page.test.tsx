import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { holdConversation } from '../help/help-server.fake.ts'
import { answer, showApp } from '../../test/harness.tsx'
import { channel, message } from './chat.fake.ts'
import { playChat, withChat } from './chat-server.fake.ts'

beforeEach(async () => {
  await page.viewport(1280, 900)
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
  localStorage.setItem('saathi.chat.widget', 'open')
})

const showHub = (profile = withChat()) => showApp({ path: '/learninghub/allsession', profile })
const widgetOf = (screen: Awaited<ReturnType<typeof showHub>>) => screen.getByRole('complementary', { name: 'Messages' })
const sizeOf = (element: Element) => element.getBoundingClientRect()

test('[CHT-02] stands on the pages of the learning hub, 320 px wide, with numbers and the @ badge', async () => {
  const played = playChat([], [channel(1), channel(2, { channelName: 'Meera Iyer' })])
  played.unread = { 1: { count: 3, isTagged: false }, 2: { count: 1, isTagged: true } }
  const screen = await showHub()
  const widget = widgetOf(screen)
  await expect.element(widget.getByRole('button', { name: /Ravi Kumar/ })).toMatchTextContent(/3 unread messages/)
  await expect.element(widget.getByRole('button', { name: /Meera Iyer/ })).toMatchTextContent(/you were mentioned/)
  expect(sizeOf(widget.element()).width).toBe(320)
  expect(sizeOf(widget.element()).height).toBeLessThanOrEqual(501)
  await expect
    .element(screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat/ }))
    .toMatchTextContent(/4 unread messages/)
})

test('[CHT-01] is not there where neither chat is in use', async () => {
  const played = playChat()
  const chatStatus = { mentorshipChat: 'show', aiChat: 'off', helpCenter: 'off' } as const
  const screen = await showHub(withChat({ chatStatus }))
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(widgetOf(screen).elements()).toEqual([])
  expect(played.heard).toEqual([])
})

test('[CHT-02] opens a channel in 300 px, grows to 970 by 530, and leads to the full screen', async () => {
  playChat([message(1)])
  const screen = await showHub()
  const widget = widgetOf(screen)
  await widget.getByRole('button', { name: /Ravi Kumar/ }).click()
  await expect.element(widget.getByText('Message 1', { exact: true })).toBeVisible()
  expect(sizeOf(widget.getByRole('log').element()).height).toBe(300)
  await widget.getByRole('button', { name: 'Make larger' }).click()
  expect(sizeOf(widget.element())).toMatchObject({ width: 970 })
  expect(sizeOf(widget.element()).height).toBeCloseTo(531, -1)
  await widget.getByRole('link', { name: 'Full screen' }).click()
  await expect.poll(screen.pathNow).toBe('/chat/messenger?channel=1')
})

test('[CHT-23] collapsing leaves the channel, and expanding again joins and fetches it', async () => {
  const played = playChat([message(1)])
  const screen = await showHub()
  const widget = widgetOf(screen)
  await widget.getByRole('button', { name: /Ravi Kumar/ }).click()
  await expect.element(widget.getByRole('log')).toBeVisible()
  const fetched = played.commands('fetch_messages').length
  await widget.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => played.commands('leave').length).toBeGreaterThan(0)
  await widget.getByRole('button', { name: 'Expand messages' }).click()
  await expect.poll(() => played.commands('fetch_messages').length).toBeGreaterThan(fetched)
})

test('[CHT-02] below md a floating button leads to the messenger', async () => {
  await page.viewport(800, 900)
  // Another channel than that of the test before, whose reader may say only now that it was read.
  const played = playChat([], [channel(2)])
  played.unread = { 2: { count: 2, isTagged: false } }
  const screen = await showHub()
  await screen.getByRole('link', { name: 'Open chat, 2 unread' }).click()
  await expect.poll(screen.pathNow).toBe('/chat/messenger')
})

test.each([360, 700, 800, 991])('[CHT-02] at %i px one button floats, and leaves the end of the page free', async (width) => {
  await page.viewport(width, 700)
  playChat()
  holdConversation()
  const chatStatus = { mentorshipChat: 'use', aiChat: 'use', helpCenter: 'use' } as const
  const screen = await showHub(withChat({ chatStatus }))
  const toChat = screen.getByRole('link', { name: 'Open chat' })
  const toHelp = screen.getByRole('complementary', { name: 'Help' }).getByRole('button')
  await expect.element(toChat).toBeVisible()
  await expect.element(toHelp).toBeVisible()
  // A page that is longer than the window, and ends in a button.
  const end = document.createElement('button')
  end.style.cssText = 'display: block; inline-size: 100%; block-size: 44px; margin-block-start: 2000px'
  screen.getByRole('main').element().append(end)
  const endAtBottom = () => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return sizeOf(end).bottom
  }
  await expect.poll(endAtBottom).toBeLessThanOrEqual(sizeOf(toChat.element()).top)
  // Help has its place at the end of the page, next to the button and under nothing.
  await expect.element(toHelp).toBeInViewport()
  expect(sizeOf(toHelp.element()).right).toBeLessThan(sizeOf(toChat.element()).left)
  window.scrollTo(0, 0)
  await expect.element(toHelp).not.toBeInViewport()
  await expect.element(toChat).toBeInViewport()
})

test('[CHT-02] over a list of sessions it waits to be expanded, and stays as it was left', async () => {
  localStorage.removeItem('saathi.chat.widget')
  playChat()
  const screen = await showHub()
  const widget = widgetOf(screen)
  await widget.getByRole('button', { name: 'Expand messages' }).click()
  await expect.element(widget.getByRole('button', { name: /Ravi Kumar/ })).toBeVisible()
  await expect.element(widget.getByRole('button', { name: 'Collapse messages' })).toHaveFocus()
  expect(localStorage.getItem('saathi.chat.widget')).toBe('open')
  await widget.getByRole('button', { name: 'Collapse messages' }).click()
  await expect.element(widget.getByRole('button', { name: 'Expand messages' })).toHaveFocus()
  expect(localStorage.getItem('saathi.chat.widget')).toBe('collapsed')
})
