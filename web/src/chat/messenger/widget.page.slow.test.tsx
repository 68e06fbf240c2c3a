import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { holdConversation } from '../../help/help-server.fake.ts'
import { answer, showApp } from '../../../test/harness.tsx'
import { channel, message } from '../chat.fake.ts'
import { playChat, withChat } from '../chat-server.fake.ts'

beforeEach(async () => {
  await page.viewport(1280, 900)
  answer(listSessions, { sessions: [] })
  answer(listMySessions, { sessions: [] })
  localStorage.setItem('saathi.chat.widget', 'open')
})

const showHub = (profile = withChat()) => showApp({ path: '/learninghub/allsession', profile })
const widgetOf = (screen: Awaited<ReturnType<typeof showHub>>) => screen.getByRole('complementary', { name: 'Messages' })
const sizeOf = (element: Element) => element.getBoundingClientRect()

test('[CHT-02] the widget is on the pages of the learning hub, 320 px wide, with counts and the @ badge', async () => {
  const played = playChat([], [channel(1), channel(2, { channelName: 'Meera Iyer' })])
  played.unread = { 1: { count: 3, isTagged: false }, 2: { count: 1, isTagged: true } }
  const screen = await showHub()
  const widget = widgetOf(screen)
  await expect.element(widget.getByRole('button', { name: /Ravi Kumar/ })).toMatchTextContent(/3 unread messages/)
  const tagged = widget.getByRole('button', { name: /Meera Iyer/ })
  await expect.element(tagged).toMatchTextContent(/you were mentioned/)
  // The sign and the count, next to each other.
  await expect.element(tagged.getByText('@', { exact: true })).toBeVisible()
  await expect.element(tagged.getByText('1', { exact: true })).toBeVisible()
  expect(
    widget
      .getByRole('button', { name: /Ravi Kumar/ })
      .getByText('@')
      .elements(),
  ).toEqual([])
  expect(sizeOf(widget.element()).width).toBe(320)
  await expect
    .element(screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat/ }))
    .toMatchTextContent(/4 unread messages/)
})

test('[CHT-02] a long list is 500 px high and scrolls', async () => {
  playChat(
    [],
    Array.from({ length: 20 }, (_, index) => channel(index + 1, { channelName: `Person ${index + 1}` })),
  )
  const screen = await showHub()
  const list = widgetOf(screen).getByRole('navigation', { name: 'Conversations' })
  await expect.element(list.getByRole('button', { name: /Person 20/ })).toBeInTheDocument()
  expect(sizeOf(list.element()).height).toBe(500)
  const last = list.getByRole('button', { name: /Person 20/ })
  await expect.element(last).not.toBeInViewport()
  last.element().scrollIntoView()
  await expect.element(last).toBeInViewport()
})

test('[CHT-02] in a low window a long list leaves the first card of the column in view', async () => {
  await page.viewport(1280, 800)
  playChat(
    [],
    Array.from({ length: 20 }, (_, index) => channel(index + 1, { channelName: `Person ${index + 1}` })),
  )
  const list = widgetOf(await showHub()).getByRole('navigation', { name: 'Conversations' })
  await expect.element(list.getByRole('button', { name: /Person 20/ })).toBeInTheDocument()
  expect(sizeOf(list.element()).top).toBeGreaterThan(394)
})

test('[CHT-02] the search replaces the list, and can be closed again', async () => {
  playChat()
  const screen = await showHub()
  const widget = widgetOf(screen)
  await widget.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.element(widget.getByPlaceholder('Type and search')).toHaveFocus()
  expect(widget.getByRole('button', { name: /Ravi Kumar/ }).elements()).toEqual([])
  await widget.getByRole('button', { name: 'Back from the search' }).click()
  await expect.element(widget.getByRole('button', { name: /Ravi Kumar/ })).toBeVisible()
})

test.each([
  [1280, 900, 447],
  [768, 1024, 447],
  [390, 844, 0.8 * 844],
])('[CHT-02] in full screen at %i x %i the log is %d px high', async (width, height, expected) => {
  await page.viewport(width, height)
  playChat([message(1)])
  const screen = await showApp({ path: '/chat/messenger?channel=1', profile: withChat() })
  const log = screen.getByRole('log')
  await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
  expect(sizeOf(log.element()).height).toBeCloseTo(expected, 0)
  const send = screen.getByRole('button', { name: /^(Send|Record a voice note)$/ })
  await expect.element(send).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBe(width)
})

test('[CHT-02] on a very small screen the log has the space that head and composer leave', async () => {
  await page.viewport(360, 560)
  playChat([message(1)])
  const screen = await showApp({ path: '/chat/messenger?channel=1', profile: withChat() })
  await expect.element(screen.getByText('Message 1', { exact: true })).toBeVisible()
  expect(sizeOf(screen.getByRole('button', { name: /^(Send|Record a voice note)$/ }).element()).bottom).toBeLessThanOrEqual(560)
  expect(document.documentElement.scrollHeight).toBe(560)
})

test('[CHT-01] the widget is absent if neither chat is enabled', async () => {
  const played = playChat()
  const chatStatus = { mentorshipChat: 'show', aiChat: 'off', helpCenter: 'off' } as const
  const screen = await showHub(withChat({ chatStatus }))
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(widgetOf(screen).elements()).toEqual([])
  expect(played.received).toEqual([])
})

test('[CHT-02] a channel opens at 300 px, expands to 970 by 530, and links to the full screen', async () => {
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

test('[CHT-24] the head has a back button, expands and shrinks, links to the full screen, and closes', async () => {
  playChat([message(1)])
  const screen = await showHub()
  const widget = widgetOf(screen)
  const row = widget.getByRole('button', { name: /Ravi Kumar/ })
  await row.click()
  const room = widget.getByRole('region', { name: 'Ravi Kumar' })
  await room.getByRole('button', { name: 'Back to messages' }).click()
  await expect.element(row).toHaveFocus()
  await row.click()
  await room.getByRole('button', { name: 'Make larger' }).click()
  await expect.element(widget).toHaveAttribute('data-expanded', 'true')
  await room.getByRole('button', { name: 'Make smaller' }).click()
  await expect.element(widget).toHaveAttribute('data-expanded', 'false')
  await expect.element(room.getByRole('link', { name: 'Full screen' })).toHaveAttribute('href', '/chat/messenger?channel=1')
  await room.getByRole('button', { name: 'Close' }).click()
  await expect.element(widget.getByRole('button', { name: 'Expand messages' })).toBeVisible()
  expect(room.elements()).toEqual([])
})

test('[CHT-23] collapsing leaves the channel, and expanding joins and fetches it again', async () => {
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
  // Another channel than in the previous test, whose read position may still be sent.
  const played = playChat([], [channel(2)])
  played.unread = { 2: { count: 2, isTagged: false } }
  const screen = await showHub()
  await screen.getByRole('link', { name: 'Open chat, 2 unread' }).click()
  await expect.poll(screen.pathNow).toBe('/chat/messenger')
})

test.each([360, 700, 800, 991])('[CHT-02] at %i px one button floats, and does not cover the end of the page', async (width) => {
  await page.viewport(width, 700)
  playChat()
  holdConversation()
  const chatStatus = { mentorshipChat: 'use', aiChat: 'use', helpCenter: 'use' } as const
  const screen = await showHub(withChat({ chatStatus }))
  const toChat = screen.getByRole('link', { name: 'Open chat' })
  const toHelp = screen.getByRole('complementary', { name: 'Help' }).getByRole('button')
  await expect.element(toChat).toBeVisible()
  await expect.element(toHelp).toBeVisible()
  // A page longer than the window that ends with a button.
  const end = document.createElement('button')
  end.style.cssText = 'display: block; inline-size: 100%; block-size: 44px; margin-block-start: 2000px'
  screen.getByRole('main').element().append(end)
  const endAtBottom = () => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return sizeOf(end).bottom
  }
  await expect.poll(endAtBottom).toBeLessThanOrEqual(sizeOf(toChat.element()).top)
  // Help is at the end of the page, next to the button and not covered.
  await expect.element(toHelp).toBeInViewport()
  expect(sizeOf(toHelp.element()).right).toBeLessThan(sizeOf(toChat.element()).left)
  window.scrollTo(0, 0)
  await expect.element(toHelp).not.toBeInViewport()
  await expect.element(toChat).toBeInViewport()
})

test('[CHT-02] over a list of sessions the widget starts collapsed, and keeps its last state', async () => {
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
