import { getProfile, setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { listNotices, readNotices } from '@saathi/contract/notices/calls'
import type { Notice } from '@saathi/contract/notices/entities'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, refuse, showApp } from '../../test/harness.tsx'

function makeNotice(id: number, changes: Partial<Notice> = {}): Notice {
  const createdAt = '2026-11-14T14:00:00Z'
  return { id, kind: 'account', title: `Title ${id}`, text: `Text ${id}`, link: null, createdAt, isRead: false, ...changes }
}

/** A fake server with these notices, paged like the real one. */
function serveNotices(notices: Notice[], pageSize = 20) {
  const unread = () => notices.filter(({ isRead }) => !isRead).length
  answer(listNotices, ({ query: { before } }) => {
    const older = notices.filter(({ id }) => before === undefined || id < before)
    return { notices: older.slice(0, pageSize), hasMore: older.length > pageSize, unreadCount: unread() }
  })
  const reading = answer(readNotices, ({ body: { upTo } }) => {
    for (const notice of notices) if (notice.id <= upTo) notice.isRead = true
    return { unreadCount: unread() }
  })
  return { reading, add: (notice: Notice) => notices.unshift(notice) }
}

async function showBell() {
  const screen = await showApp({ path: '/moreinfo/faq', profile: makeProfile() })
  const bell = screen.getByRole('banner').getByRole('button', { name: /^Notices/ })
  await expect.element(bell).toBeVisible()
  return { screen, bell }
}

async function openBell() {
  const { screen, bell } = await showBell()
  await bell.click()
  const panel = screen.getByRole('dialog', { name: 'Notices' })
  await expect.element(panel).toBeVisible()
  return { screen, bell, panel }
}

async function liveSocket(): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
  const socket = FakeSocket.instances.at(-1)
  if (!socket) throw new Error('No line was opened.')
  socket.open()
  return socket
}

const titles = () =>
  page
    .getByRole('list', { name: 'Notices' })
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('p')?.textContent?.trim())

describe('the bell', () => {
  test('shows how many notices are unread, also in its name', async () => {
    serveNotices([makeNotice(3), makeNotice(2), makeNotice(1, { isRead: true })])
    const { bell } = await showBell()
    await expect.element(bell).toHaveAccessibleName('Notices, 2 unread')
    await expect.element(bell.getByText('2', { exact: true })).toBeVisible()
  })

  test('shows no count if there is nothing new', async () => {
    const { bell } = await showBell()
    await expect.element(bell).toHaveAccessibleName('Notices')
    expect(bell.element().textContent).toBe('')
  })

  test('shows no error if the notices cannot be loaded', async () => {
    answer(listNotices, 'network')
    const { bell } = await showBell()
    await expect.element(bell).toHaveAccessibleName('Notices')
  })

  test.each([360, 390, 1280])('fits into the bar at %i px', async (width) => {
    await page.viewport(width, 800)
    serveNotices(Array.from({ length: 20 }, (_, index) => makeNotice(20 - index)))
    const { screen, bell } = await showBell()
    await expect.poll(() => bell.element().querySelector('[data-more]')?.getAttribute('data-more')).toBe('9+')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const { width: wide, height } = bell.element().getBoundingClientRect()
    expect(Math.min(wide, height)).toBeGreaterThanOrEqual(44)
    await expect.element(screen.getByRole('button', { name: /account menu/ })).toBeVisible()
  })

  test('counts a notice that arrives while the page is open', async () => {
    const { add } = serveNotices([makeNotice(1, { isRead: true })])
    const { screen, bell } = await showBell()
    const socket = await liveSocket()
    add(makeNotice(2))
    socket.say({ type: 'notices.changed', unreadCount: 1 })
    await expect.element(bell).toHaveAccessibleName('Notices, 1 unread')
    await expect.element(screen.getByText('1 unread notice').first()).toBeInTheDocument()
  })
})

describe('the list', () => {
  beforeEach(() => page.viewport(1280, 800))

  test('is newest first, marks new notices, and counts them as read', async () => {
    const { reading } = serveNotices([makeNotice(3), makeNotice(2), makeNotice(1, { isRead: true })])
    const { bell } = await openBell()
    await expect.poll(titles).toEqual(['New: Title 3', 'New: Title 2', 'Title 1'])
    await expect.element(bell).toHaveAccessibleName('Notices')
    expect(reading.inputs.at(-1)).toEqual({ body: { upTo: 3 } })
    expect(titles()).toEqual(['New: Title 3', 'New: Title 2', 'Title 1'])
  })

  test('does not mark them as new when it is opened again', async () => {
    serveNotices([makeNotice(1)])
    const { bell, panel } = await openBell()
    await expect.poll(titles).toEqual(['New: Title 1'])
    await expect.element(bell).toHaveAccessibleName('Notices')
    await panel.getByRole('button', { name: 'Close the notices' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await bell.click()
    await expect.poll(titles).toEqual(['Title 1'])
  })

  test('adds notices that arrive while it is open', async () => {
    const { add } = serveNotices([makeNotice(1, { isRead: true })])
    const { bell } = await openBell()
    const socket = await liveSocket()
    add(makeNotice(2))
    socket.say({ type: 'notices.changed', unreadCount: 1 })
    await expect.poll(titles).toEqual(['New: Title 2', 'Title 1'])
    await expect.element(bell).toHaveAccessibleName('Notices')
  })

  test('fetches older ones on demand, and keeps them when a new one arrives', async () => {
    const { add } = serveNotices([makeNotice(3, { isRead: true }), makeNotice(2, { isRead: true }), makeNotice(1)], 2)
    const { panel } = await openBell()
    await expect.poll(titles).toEqual(['Title 3', 'Title 2'])
    await panel.getByRole('button', { name: 'Show older ones' }).click()
    await expect.poll(titles).toEqual(['Title 3', 'Title 2', 'Title 1'])
    await expect.element(panel.getByRole('button', { name: 'Show older ones' })).not.toBeInTheDocument()
    const socket = await liveSocket()
    add(makeNotice(4))
    socket.say({ type: 'notices.changed', unreadCount: 1 })
    await expect.poll(titles).toEqual(['New: Title 4', 'Title 3', 'Title 2', 'Title 1'])
  })

  test('shows an error if older ones cannot be loaded, and can be retried', async () => {
    serveNotices([makeNotice(2, { isRead: true }), makeNotice(1, { isRead: true })], 1)
    const { panel } = await openBell()
    answer(listNotices, 'network')
    await panel.getByRole('button', { name: 'Show older ones' }).click()
    await expect.element(panel.getByRole('alert').getByText(/could not reach Saathi/)).toBeVisible()
    serveNotices([makeNotice(2, { isRead: true }), makeNotice(1, { isRead: true })], 1)
    await panel.getByRole('button', { name: 'Show older ones' }).click()
    await expect.poll(titles).toEqual(['Title 2', 'Title 1'])
  })

  test('links to the page a notice is about, and closes', async () => {
    serveNotices([makeNotice(1, { link: '/learninghub/allsession?from=notice' })])
    answer(listSessions, { sessions: [] })
    answer(listMySessions, { sessions: [] })
    const { screen, panel } = await openBell()
    await panel.getByRole('link', { name: 'Title 1' }).click()
    await expect.poll(() => screen.pathNow()).toBe('/learninghub/allsession?from=notice')
    await expect.element(panel).not.toBeInTheDocument()
  })

  test("shows India's time", async () => {
    serveNotices([makeNotice(1)])
    const { panel } = await openBell()
    await expect.element(panel.getByText(/14 Nov.*7:30/)).toBeVisible()
  })

  test('opens and closes by keyboard, and restores the focus', async () => {
    serveNotices([makeNotice(1, { link: '/moreinfo' })])
    const { screen, bell } = await showBell()
    bell.element().focus()
    await userEvent.keyboard('{Enter}')
    const panel = screen.getByRole('dialog', { name: 'Notices' })
    await expect.element(panel).toBeVisible()
    await userEvent.tab()
    await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(bell).toHaveFocus()
  })

  test('is a sheet on a phone, which restores the focus too', async () => {
    await page.viewport(390, 844)
    serveNotices([makeNotice(1)])
    const { bell, panel } = await openBell()
    expect(panel.element().getBoundingClientRect().width).toBe(390)
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(bell).toHaveFocus()
    await bell.click()
    await expect.element(panel).toBeVisible()
  })

  test('links to the notice settings', async () => {
    const { panel } = await openBell()
    await expect.element(panel.getByRole('link', { name: 'Notice settings' })).toHaveAttribute('href', '/profile')
  })

  test('shows a text if it is empty', async () => {
    const { panel } = await openBell()
    await expect.element(panel.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible()
  })

  test('shows that it is loading', async () => {
    answer(listNotices, 'hang')
    const { panel } = await openBell()
    await expect.element(panel.getByRole('status')).toHaveTextContent('Your notices are on their way')
  })

  test.each([
    [400, 'core.bad_input', /could not understand/],
    [403, 'core.forbidden', /not open to you/],
    [404, 'core.not_found', /could not find/],
    [409, 'core.conflict', /same time/],
    [429, 'core.too_many', /too fast/],
    [500, 'core.broken', /our side/],
  ])('[NAV-11] refused with %i shows an error and can be retried', async (status, code, words) => {
    answer(listNotices, refuse(code, status))
    const { panel } = await openBell()
    await expect.element(panel.getByRole('alert').getByText(words)).toBeVisible()
    serveNotices([makeNotice(1)])
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(titles).toEqual(['New: Title 1'])
  })

  test('[NAV-11] that cannot be reached shows an error and can be retried', async () => {
    answer(listNotices, 'network')
    const { panel } = await openBell()
    await expect.element(panel.getByRole('alert').getByText(/could not reach Saathi/)).toBeVisible()
    serveNotices([makeNotice(1)])
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(titles).toEqual(['New: Title 1'])
  })

  test('[NAV-06] is refetched when the language changes: its texts come from the server', async () => {
    const profile = makeProfile()
    answer(setPrimaryLanguage, () => {
      answer(getProfile, { ...profile, newPrimaryLanguage: 'hi' })
      serveNotices([makeNotice(1, { title: 'शीर्षक', isRead: true })])
      return { newPrimaryLanguage: 'hi' }
    })
    serveNotices([makeNotice(1, { isRead: true })])
    const { screen, bell } = await showBell()
    await screen.getByRole('button', { name: /language:/ }).click()
    await screen.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
    const hindiBell = screen.getByRole('button', { name: 'सूचनाएँ' })
    await expect.element(hindiBell).toBeVisible()
    expect(bell.elements()).toEqual([])
    await hindiBell.click()
    await expect.element(screen.getByText('शीर्षक')).toBeVisible()
  })
})
