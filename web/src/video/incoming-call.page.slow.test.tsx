import { listRooms, ROOMS_MAX } from '@saathi/contract/video/calls'
import type { OpenRoom } from '@saathi/contract/video/entities'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ChatSlot } from '#chat/public.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, show, showApp } from '../../test/harness.tsx'
import { playChat } from '../chat/chat-server.fake.ts'
import { message } from '../chat/chat.fake.ts'
import { attend } from './in-call.ts'
import { inMinutes, openRoom, withVideo } from './video.fake.ts'
import { VideoBeside } from './video-slot.tsx'

/** Of each test its own: other pages of this browser are told of answers, too. */
let roomId = ''
let leave = () => {}
/** What the server says can be joined: each call that was said. */
let rooms: OpenRoom[] = []
const sounds: FakeAudio[] = []

/** Counts its notes and is never heard. */
class FakeAudio extends EventTarget {
  state = 'running'
  currentTime = 0
  destination = {}
  notes = 0
  constructor() {
    super()
    sounds.push(this)
  }
  createOscillator() {
    this.notes += 1
    return { frequency: { value: 0 }, connect: (next: unknown) => next, start: () => {}, stop: () => {} }
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
    return { gain, connect: (next: unknown) => next }
  }
  async resume() {}
  async close() {
    this.state = 'closed'
  }
}

beforeEach(() => {
  sounds.length = 0
  roomId = crypto.randomUUID()
  rooms = []
  vi.stubGlobal('AudioContext', FakeAudio)
})
afterEach(() => {
  vi.unstubAllGlobals()
  leave()
})

const expiresAt = inMinutes(180)
function invite(given: Partial<ReturnType<typeof message>> = {}, room = roomId) {
  rooms.push(openRoom({ room }))
  return message(90, {
    message: JSON.stringify({ room }),
    room: { room, expires_at: expiresAt },
    created_on: new Date().toISOString(),
    ...given,
  })
}

/** Somewhere in the app, with the line of the chat open. */
async function showPage() {
  const chat = playChat()
  answer(listRooms, () => ({ rooms }))
  const screen = await show(
    <>
      <input aria-label="Somewhere" />
      <ChatSlot />
      <VideoBeside />
    </>,
    { profile: withVideo() },
  )
  await expect.poll(() => chat.commands('unread_message').length).toBeGreaterThan(0)
  const findLive = () => FakeSocket.made.find(({ url }) => url.endsWith('/ws/live/'))
  await expect.poll(findLive).toBeDefined()
  const live = findLive()
  live?.open()
  return { chat, screen, ring: screen.getByRole('alertdialog', { name: /is calling you/ }), live }
}

const isRinging = () => sounds.some(({ state }) => state === 'running')

test('[CHT-21] a call of somebody else rings again and again, and names who calls', async () => {
  const { chat, ring } = await showPage()
  chat.add(invite())
  await expect.element(ring).toMatchTextContent(/Ravi Kumar is calling you/)
  const first = sounds.at(-1)?.notes ?? 0
  expect(first).toBeGreaterThan(0)
  await expect.poll(() => sounds.at(-1)?.notes).toBeGreaterThan(first)
})

test('[CHT-21] accepted, it leads to the call on the chat page and is silent', async () => {
  const { chat, ring, screen } = await showPage()
  chat.add(invite())
  await ring.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => screen.pathNow()).toBe(`/chat/messenger?section=video&room=${roomId}`)
  await expect.poll(isRinging).toBe(false)
})

test.each([
  [
    'by its button',
    async ({ ring }: Awaited<ReturnType<typeof showPage>>) => ring.getByRole('button', { name: 'Decline' }).click(),
  ],
  ['by Escape', async () => userEvent.keyboard('{Escape}')],
])('[CHT-21] declined %s, it is silent and one is where one was', async (_how, decline) => {
  const page = await showPage()
  const field = page.screen.getByRole('textbox', { name: 'Somewhere' })
  await field.click()
  page.chat.add(invite())
  await expect.element(page.ring).toHaveFocus()
  await decline(page)
  await expect.element(page.ring).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
  expect(isRinging()).toBe(false)
  page.chat.add(invite({ msg_id: 91 }))
  expect(page.ring.elements()).toEqual([])
})

test('[CHT-21] is silent after 45 seconds', async () => {
  const { chat, ring } = await showPage()
  chat.add(invite({ created_on: new Date(Date.now() - 38_000).toISOString() }))
  await expect.element(ring).toBeVisible()
  await expect.element(ring).not.toBeInTheDocument()
  await expect.poll(isRinging).toBe(false)
})

/** Heard after it: what rings would be the one before, if that one rang. */
async function expectOnlyTheNext({ chat, ring, screen }: Awaited<ReturnType<typeof showPage>>) {
  const next = crypto.randomUUID()
  chat.add(invite({ msg_id: 92 }, next))
  await ring.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => screen.pathNow()).toBe(`/chat/messenger?section=video&room=${next}`)
}

describe('[CHT-21] does not ring', () => {
  test.each([
    ['for what one has said oneself', { user_id: 1 }],
    ['for text that looks like an invitation', { room: null }],
    ['for one that was said 45 seconds ago', { created_on: new Date(Date.now() - 46_000).toISOString() }],
  ])('%s', async (_for, given) => {
    const page = await showPage()
    page.chat.add(invite({ ...given, msg_id: 91 }))
    await expectOnlyTheNext(page)
  })

  test('for the pages of older messages', async () => {
    const page = await showPage()
    page.chat.say({
      command: 'messages_payload',
      channel_id: 1,
      messages: [invite()],
      has_next_page: false,
      has_newer: false,
      page_number: 1,
      message_id: null,
    })
    await expectOnlyTheNext(page)
  })

  test('for a call that one is at already', async () => {
    leave = attend(roomId, false)
    const page = await showPage()
    page.chat.add(invite())
    await expectOnlyTheNext(page)
  })
})

test('[CHT-21] rings on every page while video is in use', async () => {
  const chat = playChat()
  answer(listRooms, () => ({ rooms: rooms.slice(-ROOMS_MAX) }))
  const screen = await showApp({ path: '/chat/messenger', profile: withVideo() })
  await expect.element(screen.getByRole('navigation', { name: 'Conversations' })).toBeVisible()
  const ring = screen.getByRole('alertdialog', { name: 'Ravi Kumar is calling you' })
  // It is there a little after the page; whoever is called before that finds the invitation in the chat.
  await expect
    .poll(() => {
      chat.say(invite({}, crypto.randomUUID()))
      return ring.elements().length
    })
    .toBe(1)
})

test('[CHT-21] whoever is in another call is told quietly', async () => {
  leave = attend(crypto.randomUUID(), true)
  const { chat, screen, ring } = await showPage()
  chat.add(invite())
  await expect.element(screen.getByText('Another call has started. You find it in your chat.')).toBeVisible()
  expect(ring.elements()).toEqual([])
  expect(sounds).toEqual([])
})

test('[CHT-21] is silent when the call is over before anybody answered', async () => {
  const { chat, ring, live } = await showPage()
  chat.add(invite())
  await expect.element(ring).toBeVisible()
  rooms = []
  live?.say({ type: 'video.calls_changed', channel: 1 })
  await expect.element(ring).not.toBeInTheDocument()
})

test('[CHT-21] is silent when it was answered in another tab', async () => {
  const { chat, ring } = await showPage()
  chat.add(invite())
  await expect.element(ring).toBeVisible()
  const otherTab = new BroadcastChannel('saathi.ring')
  otherTab.postMessage({ answered: roomId })
  await expect.element(ring).not.toBeInTheDocument()
  otherTab.close()
})
