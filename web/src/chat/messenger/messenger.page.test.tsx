import { getChannel, getUnread, listBotUsers, listChannels, searchMessages } from '@saathi/contract/chat/calls'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import sayHi from '#art/say-hi.svg'
import { queryClient } from '#core/query-client.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { asha, channel, member, message, pageOf, ravi } from '../chat.fake.ts'
import { openRavi, playChat, showMessenger, withChat } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const meera = channel(2, { channelName: 'Meera Iyer', channelMembers: [asha, member(3, 'Meera Iyer')] })

describe('the messenger', () => {
  test('[CHT-03] lists the conversations under Messages, the newest first', async () => {
    const old = channel(1, { lastMessage: { id: 1, userId: 2, text: 'See you', createdOn: '2026-11-01T06:30:00.000Z' } })
    const late = { ...meera, lastMessage: { id: 2, userId: 1, text: 'Thank you', createdOn: '2026-11-02T06:30:00.000Z' } }
    playChat([], [old, late])
    const screen = await showMessenger('/chat')
    const list = screen.getByRole('navigation', { name: 'Conversations' })
    await expect.element(list.getByRole('heading', { name: 'Messages' })).toBeVisible()
    const rows = list.getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(/Meera Iyer/)
    await expect.element(rows.nth(0)).toMatchTextContent(/You: Thank you/)
    await expect.element(rows.nth(1)).toMatchTextContent(/See you/)
  })

  test('the list names the author of the last message where a pair manager takes part', async () => {
    const lastMessage = { id: 1, userId: 3, text: 'See you', createdOn: '2026-11-01T06:30:00.000Z' }
    playChat([], [channel(1, { channelMembers: [asha, ravi, member(3, 'Meera Iyer', { isPairManager: true })], lastMessage })])
    const screen = await showMessenger('/chat')
    await expect.element(screen.getByRole('listitem')).toMatchTextContent(/Meera Iyer: See you/)
  })

  test('[CHT-04] shows "Say Hi" under an illustration if no channel is selected', async () => {
    playChat()
    const screen = await showMessenger()
    await expect.element(screen.getByText('Say Hi, to your fellows!')).toBeVisible()
    const drawing = screen.getByRole('main').getByRole('presentation')
    await expect.element(drawing).toHaveAttribute('src', sayHi)
    await expect.element(drawing).toBeVisible()
    await screen.getByRole('button', { name: /Ravi Kumar/ }).click()
    await expect.element(screen.getByRole('log')).toBeVisible()
    expect(screen.getByText('Say Hi, to your fellows!').elements()).toEqual([])
  })

  test('[CHT-03] a section in the address selects it and is then removed; the side menu greets', async () => {
    playChat()
    const screen = await showMessenger('/chat/messenger?section=video', withChat({ video: 'use' }))
    const menu = screen.getByRole('navigation', { name: 'Chat and video' })
    await expect.element(menu.getByRole('paragraph')).toHaveTextContent('Hello, Asha Rao')
    expect(screen.pathNow()).toBe('/chat/messenger')
    await expect.element(menu.getByRole('link', { name: 'Video' })).toHaveAttribute('aria-current')
    await menu.getByRole('link', { name: 'Chat' }).click()
    await expect.element(screen.getByText('Say Hi, to your fellows!')).toBeVisible()
  })

  test('[CHT-03] has no side menu without the video experience', async () => {
    playChat()
    const screen = await showMessenger('/chat/messenger?section=video')
    await expect.element(screen.getByText('Say Hi, to your fellows!')).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Chat and video' }).elements()).toEqual([])
  })

  test('[CHT-03] shows one pane at a time on a phone, with a back button', async () => {
    await page.viewport(390, 844)
    playChat([message(1)])
    const screen = await showMessenger()
    await screen.getByRole('button', { name: /Ravi Kumar/ }).click()
    await expect.element(screen.getByText('Message 1')).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Conversations' }).elements()).toEqual([])
    await screen.getByRole('button', { name: 'Back to messages' }).click()
    await expect.element(screen.getByRole('navigation', { name: 'Conversations' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Ravi Kumar/ })).toHaveFocus()
  })

  test('[CHT-03] has a back button on a phone even if the channel cannot be shown', async () => {
    await page.viewport(390, 844)
    playChat([])
    answer(getChannel, refuse('chat.channel_not_found', 404))
    const screen = await showMessenger('/chat/messenger?channel=99')
    await expect.element(screen.getByText('This conversation is not here')).toBeVisible()
    await screen.getByRole('button', { name: 'Back to messages' }).click()
    await expect.element(screen.getByRole('navigation', { name: 'Conversations' })).toBeVisible()
  })

  test('[CHT-03] fits a screen of 360 px, whatever the content', async () => {
    await page.viewport(360, 640)
    const messages = [message(1, { message: 'https://example.org/'.padEnd(300, 'a') }), message(2, { message: 'n'.repeat(200) })]
    playChat(messages, [channel(1, { channelName: 'Ravi Kumar '.repeat(8).trim() })])
    const screen = await showMessenger()
    const width = () => document.documentElement.scrollWidth
    await screen.getByRole('button', { name: /Ravi Kumar/ }).click()
    const log = screen.getByRole('log')
    await expect.element(log.getByText('n'.repeat(200))).toBeVisible()
    expect(width()).toBe(360)
    expect(log.element().scrollWidth).toBe(log.element().clientWidth)
    const send = screen
      .getByRole('button', { name: /^(Send|Record a voice note)$/ })
      .element()
      .getBoundingClientRect()
    expect(send.right).toBeLessThanOrEqual(360)
    await screen.getByRole('button', { name: /and you$/ }).click()
    await expect.element(screen.getByRole('region', { name: 'Members' })).toBeVisible()
    expect(width()).toBe(360)
  })

  test('[CHT-01] is not shown if chat is not enabled, and requests nothing', async () => {
    const played = playChat()
    const off = { mentorshipChat: 'off', aiChat: 'show', helpCenter: 'off' } as const
    const screen = await showMessenger('/chat', withChat({ chatStatus: off }))
    await expect.element(screen.getByText('Chat is not open for you yet')).toBeVisible()
    expect(played.received).toEqual([])
  })

  test('[CHT-22] shows an error if the list fails, and can be tried again', async () => {
    playChat()
    answer(listChannels, refuse('core.broken', 500))
    const screen = await showMessenger()
    await expect.element(screen.getByText('Your conversations could not be loaded')).toBeVisible()
    answer(listChannels, { channels: [channel(1)] })
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByRole('button', { name: /Ravi Kumar/ })).toBeVisible()
    expect(screen.getByText('Your conversations could not be loaded').elements()).toEqual([])
  })
})

describe('[CHT-22] an error that clears on success', () => {
  test.each([
    ['unread counts', () => answer(getUnread, refuse('core.broken', 500)), () => answer(getUnread, { channels: [] })],
    ['bot users', () => answer(listBotUsers, refuse('core.broken', 500)), () => answer(listBotUsers, { botUsers: [] })],
  ])('is shown next to the list if %s fail', async (_what, fail, succeed) => {
    playChat()
    fail()
    const screen = await showMessenger()
    const note = screen.getByRole('status').getByText(/Something went wrong on our side/)
    await expect.element(note).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /Ravi Kumar/ })).toBeVisible()
    succeed()
    await queryClient.refetchQueries({ queryKey: ['chat'] })
    await expect.element(note).not.toBeInTheDocument()
  })

  test('is logged for a failed search', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    onTestFinished(() => logged.mockRestore())
    playChat()
    answer(searchMessages, refuse('core.broken', 500))
    const screen = await showMessenger()
    await screen.getByRole('button', { name: 'Search', exact: true }).click()
    await screen.getByRole('textbox', { name: 'Search people, groups and messages' }).fill('portfolio')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => logged.mock.calls)
      .toContainEqual(['The search did not come back.', expect.objectContaining({ code: 'core.broken' })])
  })
})

describe('a channel', () => {
  test('[CHT-23] is joined and fetched when opened, and left when switching', async () => {
    const played = playChat([message(1), message(2, { channel_id: 2 })], [channel(1), meera])
    const { screen } = await openRavi()
    expect(played.commands('join').at(-1)).toMatchObject({ channel: 1 })
    expect(played.commands('fetch_messages').at(-1)).toMatchObject({ channel: 1 })
    await screen.getByRole('button', { name: /Meera Iyer/ }).click()
    await expect.poll(() => played.commands('join').at(-1)).toMatchObject({ channel: 2 })
    expect(played.commands('leave').map(({ channel }) => channel)).toContain(1)
  })

  test('[CHT-05] sends the token with every command', async () => {
    const played = playChat([message(1)])
    await openRavi()
    expect(new Set(played.received.map(({ authToken }) => authToken))).toEqual(new Set(['token-1']))
    expect(played.received[0]?.nickName).toBe('Asha Rao')
  })

  test('[CHT-06] starts with its introduction', async () => {
    playChat([message(1)])
    const { log } = await openRavi()
    await expect.element(log.getByText('This is the beginning of chat!')).toBeVisible()
  })

  test('[CHT-06] opens at the newest message, and loads older ones on scrolling up without a jump', async () => {
    playChat(Array.from({ length: 95 }, (_, index) => message(index + 1)))
    const { log } = await openRavi()
    await expect.element(log.getByText('Message 95')).toBeVisible()
    const box = log.element()
    expect(box.scrollHeight - box.scrollTop - box.clientHeight).toBeLessThan(20)
    const at = (text: string) => log.getByText(text, { exact: true }).element().getBoundingClientRect().top
    box.scrollTop = 0
    await expect.element(log.getByText('Message 67', { exact: true })).toBeInTheDocument()
    const before = at('Message 67')
    await expect.poll(() => log.getByText('Message 60', { exact: true }).elements().length).toBe(1)
    expect(Math.abs(at('Message 67') - before)).toBeLessThan(3)
  })

  test('renders only the visible part of ten thousand messages', async () => {
    const played = playChat(Array.from({ length: 30 }, (_, index) => message(index + 1)))
    const { log } = await openRavi()
    await expect.element(log.getByText('Message 30', { exact: true })).toBeVisible()
    for (let id = 31; id <= 10_000; id += 1) played.messages.push(message(id))
    const more = played.messages.slice(30)
    played.send(pageOf(more, { message_id: 30, has_next_page: true }))
    await expect.element(log.getByText('Message 10000', { exact: true })).toBeVisible()
    expect(log.getByRole('article').elements().length).toBeLessThan(60)
  })

  test('[CHT-08] sends the read position, and clears the count', async () => {
    const played = playChat([message(1), message(2)])
    played.unread = { 1: { count: 2, isTagged: true } }
    await openRavi()
    await expect.poll(() => played.commands('message_seen').at(-1)).toMatchObject({ channel: 1, message_id: 2 })
    await expect.poll(() => page.getByText('2 unread messages').elements().length).toBe(0)
  })

  test('[CHT-08] updates read receipts', async () => {
    const played = playChat([message(1, { user_id: 1 })])
    const { log } = await openRavi()
    await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
    played.send({
      command: 'update_last_viewed_timestamp',
      channel_id: 1,
      user_id: 2,
      last_viewed_timestamp: '2026-11-14T10:00:00.000Z',
      message_id: 1,
    })
    await expect.element(log.getByRole('img', { name: 'Read' })).toBeVisible()
  })

  test('announces a new message politely, once', async () => {
    const played = playChat([message(1)])
    const { room } = await openRavi()
    played.add(message(2, { message: 'Are you there?' }))
    await expect.element(room.getByRole('status').getByText('Ravi Kumar: Are you there?')).toBeInTheDocument()
    await expect.element(room.getByRole('log')).toHaveAttribute('aria-live', 'off')
  })

  test('does not announce history, neither on opening nor when scrolling on from an older place', async () => {
    playChat(Array.from({ length: 100 }, (_, index) => message(index + 1)))
    const { log, room } = await openRavi('/chat/messenger?channel=1&message=20')
    await expect.element(log.getByText('Message 20', { exact: true })).toBeInViewport()
    const box = log.element()
    await expect
      .poll(() => {
        box.scrollTop = box.scrollHeight
        return log.getByText('Message 100', { exact: true }).elements().length
      })
      .toBe(1)
    expect(
      room
        .getByRole('status')
        .getByText(/Message/)
        .elements(),
    ).toEqual([])
  })

  test('[CHT-06] can retry an older page that was refused', async () => {
    const played = playChat(Array.from({ length: 60 }, (_, index) => message(index + 1)))
    const { log, room } = await openRavi()
    await expect.element(log.getByText('Message 60', { exact: true })).toBeInViewport()
    played.refusesPages = true
    log.element().scrollTop = 0
    const again = room.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    played.refusesPages = false
    await again.click()
    await expect.element(log.getByText('Message 30', { exact: true })).toBeInTheDocument()
  })

  test('returns the focus to the subtitle when the panel is closed', async () => {
    playChat([message(1)])
    const { room } = await openRavi()
    await room.getByRole('button', { name: 'Close members panel' }).click()
    await expect.element(room.getByRole('button', { name: /Ravi and you/ })).toHaveFocus()
  })

  test('[CHT-20] marks broadcasts, and names staff and former members', async () => {
    playChat([
      message(1, { is_broadcast_message: true, user_id: 99, message: 'Exams next week' }),
      message(2, { user_id: null, message: 'I was here' }),
    ])
    const { log } = await openRavi()
    await expect.element(log.getByText('To everyone in the programme')).toBeVisible()
    await expect.element(log.getByText('Staff', { exact: true })).toBeVisible()
    await expect.element(log.getByText('Former member', { exact: true })).toBeVisible()
  })

  test('[CHT-17] shows a banner with the end of a blackout instead of the composer', async () => {
    playChat([message(1)], [channel(1, { closed: { reason: 'blackout', until: '2026-11-14T13:30:00.000Z' } })])
    const { room } = await openRavi()
    await expect.element(room.getByText('Chat & Video Disabled')).toBeVisible()
    const banner = room.getByText(/You will be able to message again from/)
    await expect.poll(() => banner.element().textContent).toMatch(/7:00\spm/i)
    expect(room.getByRole('textbox').elements()).toEqual([])
  })

  test('[CHT-16] shows an inactive member a notice without a time, and requests nothing', async () => {
    const played = playChat([message(1)], [channel(1, { closed: { reason: 'inactive', until: null } })])
    const screen = await showMessenger('/chat/messenger?channel=1')
    await expect.element(screen.getByText('Chat & Video Disabled')).toBeVisible()
    expect(screen.getByText(/You will be able/).elements()).toEqual([])
    expect(played.commands('join')).toEqual([])
  })

  test('[CHT-15] opens the members from its subtitle; a chat icon opens the direct channel, not for oneself or a pair manager', async () => {
    await page.viewport(1000, 900)
    const group = channel(1, {
      kind: 'group',
      isGroup: true,
      channelMembers: [asha, { ...ravi, myDirectChannelWithUser: 2 }, member(9, 'Anita Bose', { isPairManager: true })],
    })
    const played = playChat([message(1)], [group, { ...meera, channelName: 'Direct' }])
    const { room } = await openRavi()
    await room.getByRole('button', { name: /Ravi, Anita/ }).click()
    const panel = room.getByRole('region', { name: 'Members' })
    expect(panel.getByRole('button', { name: /^Chat with/ }).elements()).toHaveLength(1)
    await panel.getByRole('button', { name: 'Chat with Ravi Kumar' }).click()
    await expect.poll(() => played.commands('join').at(-1)).toMatchObject({ channel: 2 })
  })

  test('[SAF-01] each other member can be reported from the list of members, the coordinator too', async () => {
    await page.viewport(1000, 900)
    const members = [asha, ravi, member(9, 'Anita Bose', { isPairManager: true })]
    playChat([message(1)], [channel(1, { kind: 'group', isGroup: true, channelMembers: members })])
    const { room } = await openRavi()
    await room.getByRole('button', { name: /Ravi, Anita/ }).click()
    const flags = room.getByRole('region', { name: 'Members' }).getByRole('button', { name: /^Report/ })
    expect(flags.elements().map((each) => each.getAttribute('aria-label'))).toEqual([
      'Report or block Ravi Kumar',
      'Report: Anita Bose',
    ])
  })

  test('[CHT-15] shows members and recorded calls as collapsible sections on a phone', async () => {
    await page.viewport(390, 844)
    playChat([message(1)])
    const screen = await showMessenger('/chat/messenger?channel=1', withChat({ video: 'use' }))
    await screen.getByRole('button', { name: /Ravi and you/ }).click()
    const panel = screen.getByRole('region', { name: 'Members' })
    const members = panel.getByText('View Members', { exact: true })
    await expect.element(panel.getByText('Ravi Kumar')).toBeVisible()
    await members.click()
    await expect.element(panel.getByText('Ravi Kumar')).not.toBeVisible()
    await expect.element(panel.getByText('View Summary & Transcript', { exact: true })).toBeVisible()
  })

  test('[CHT-15] logs a warning for a member without a direct channel, says where to write, and opens nothing', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    onTestFinished(() => logged.mockRestore())
    const played = playChat([message(1)], [channel(1, { kind: 'group', isGroup: true, channelMembers: [asha, ravi] })])
    const { room, screen } = await openRavi()
    await room.getByRole('button', { name: 'Chat with Ravi Kumar' }).click()
    expect(logged).toHaveBeenCalledWith('This member has no direct channel with you.', ravi.userId)
    await expect.element(screen.getByText('You and Ravi Kumar can write to each other here.')).toBeVisible()
    expect(screen.pathNow()).toBe('/chat/messenger?channel=1')
    expect(played.commands('join').filter(({ channel: id }) => id !== 1)).toEqual([])
  })

  test('[CHT-24] has a title, and a subtitle that closes and opens the members and history panel', async () => {
    playChat([message(1)])
    const { room } = await openRavi()
    await expect.element(room.getByRole('heading', { name: 'Ravi Kumar' })).toBeVisible()
    const subtitle = room.getByRole('button', { name: /Ravi and you/ })
    const panel = room.getByRole('region', { name: 'Members' })
    await subtitle.click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(subtitle).toHaveAttribute('aria-expanded', 'false')
    await subtitle.click()
    await expect.element(panel).toBeVisible()
    await expect.element(subtitle).toHaveAttribute('aria-expanded', 'true')
  })

  test.each([
    ['use', 1],
    ['show', 0],
    ['off', 0],
  ] as const)('[CHT-24] with the video experience at %s has %i video buttons', async (video, count) => {
    playChat([message(1)])
    const screen = await showMessenger('/chat/messenger?channel=1', withChat({ video }))
    const room = screen.getByRole('region', { name: 'Ravi Kumar' })
    await expect.element(room.getByRole('log')).toBeVisible()
    const button = room.getByRole('button', { name: 'Start a video call' })
    await expect.poll(() => button.elements().length).toBe(count)
  })

  test('[CHT-18] refetches the list once after many changes, and reconnects if the number of channels changed', async () => {
    const played = playChat([message(1)])
    const { screen } = await openRavi()
    played.channels = [channel(1), meera]
    const { inputs } = answer(listChannels, () => ({ channels: played.channels }))
    const joined = played.commands('join').length
    for (let times = 0; times < 3; times += 1) played.send({ command: 'reload' })
    await expect.element(screen.getByRole('button', { name: /Meera Iyer/ })).toBeVisible()
    expect(inputs).toHaveLength(1)
    await expect.poll(() => played.commands('join').length).toBeGreaterThan(joined + 3)
  })

  test('shows text that looks like an invite or like HTML as text', async () => {
    playChat([message(1, { message: '{"room":"x"} <img src=x onerror=alert(1)>' })])
    const { log } = await openRavi()
    await expect.element(log.getByText('{"room":"x"} <img src=x onerror=alert(1)>')).toBeVisible()
    expect(log.getByRole('link').elements()).toEqual([])
  })

  test('can be opened by keyboard', async () => {
    playChat([message(1)])
    const screen = await showMessenger()
    const row = screen.getByRole('button', { name: /Ravi Kumar/ })
    await expect.element(row).toBeVisible()
    row.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('log')).toBeVisible()
  })
})
