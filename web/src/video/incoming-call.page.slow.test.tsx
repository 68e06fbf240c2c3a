import { listRooms, ROOMS_MAX } from '@saathi/contract/video/calls'
import type { OpenRoom } from '@saathi/contract/video/entities'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ChatSlot } from '#chat/public.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, show, showApp } from '../../test/harness.tsx'
import { playChat } from '../chat/chat-server.fake.ts'
import { message } from '../chat/chat.fake.ts'
import { enterCall } from './in-call.ts'
import { inMinutes, openRoom, withVideo } from './video.fake.ts'
import { VideoSlot } from './video-slot.tsx'

/** Unique per test: other pages of this browser receive answers, too. */
let roomId = ''
let leave = () => {}
/** The rooms that the fake server lists: one per invite. */
let rooms: OpenRoom[] = []
const sounds: FakeAudio[] = []

/** Replaces the ring tone with a silent counter of its notes. */
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
function invite(overrides: Partial<ReturnType<typeof message>> = {}, room = roomId) {
  rooms.push(openRoom({ room }))
  return message(90, {
    message: JSON.stringify({ room }),
    room: { room, expires_at: expiresAt },
    created_on: new Date().toISOString(),
    ...overrides,
  })
}

/** A page of the app with the chat socket open. */
async function showPage() {
  const chat = playChat()
  answer(listRooms, () => ({ rooms }))
  const screen = await show(
    <>
      <input aria-label="Somewhere" />
      <ChatSlot />
      <VideoSlot />
    </>,
    { profile: withVideo() },
  )
  await expect.poll(() => chat.commands('unread_message').length).toBeGreaterThan(0)
  const findLive = () => FakeSocket.instances.find(({ url }) => url.endsWith('/ws/live/'))
  await expect.poll(findLive).toBeDefined()
  const live = findLive()
  live?.open()
  return { chat, screen, ring: screen.getByRole('alertdialog', { name: /is calling you/ }), live }
}

const isRinging = () => sounds.some(({ state }) => state === 'running')

test('[CHT-21] an incoming call rings repeatedly and names the caller', async () => {
  const { chat, ring } = await showPage()
  chat.add(invite())
  await expect.element(ring).toMatchTextContent(/Ravi Kumar is calling you/)
  const first = sounds.at(-1)?.notes ?? 0
  expect(first).toBeGreaterThan(0)
  await expect.poll(() => sounds.at(-1)?.notes).toBeGreaterThan(first)
})

test('[CHT-21] accepting opens the call on the chat page and stops the ringing', async () => {
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
])('[CHT-21] declining %s stops the ringing and restores the focus', async (_how, decline) => {
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

test('[CHT-21] ringing stops after 45 seconds', async () => {
  const { chat, ring } = await showPage()
  chat.add(invite({ created_on: new Date(Date.now() - 38_000).toISOString() }))
  await expect.element(ring).toBeVisible()
  await expect.element(ring).not.toBeInTheDocument()
  await expect.poll(isRinging).toBe(false)
})

/** Only the next invite rings, which proves that the previous one did not. */
async function expectOnlyTheNext({ chat, ring, screen }: Awaited<ReturnType<typeof showPage>>) {
  const next = crypto.randomUUID()
  chat.add(invite({ msg_id: 92 }, next))
  await ring.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => screen.pathNow()).toBe(`/chat/messenger?section=video&room=${next}`)
}

describe('[CHT-21] a call does not ring', () => {
  test.each([
    ['for an own invite', { user_id: 1 }],
    ['for text that looks like an invite', { room: null }],
    ['for an invite older than 45 seconds', { created_on: new Date(Date.now() - 46_000).toISOString() }],
  ])('%s', async (_for, overrides) => {
    const page = await showPage()
    page.chat.add(invite({ ...overrides, msg_id: 91 }))
    await expectOnlyTheNext(page)
  })

  test('for pages of older messages', async () => {
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

  test('for a call that the page already shows', async () => {
    leave = enterCall(roomId, false)
    const page = await showPage()
    page.chat.add(invite())
    await expectOnlyTheNext(page)
  })
})

test('[CHT-21] a call rings on every page while video is enabled', async () => {
  const chat = playChat()
  answer(listRooms, () => ({ rooms: rooms.slice(-ROOMS_MAX) }))
  const screen = await showApp({ path: '/chat/messenger', profile: withVideo() })
  await expect.element(screen.getByRole('navigation', { name: 'Conversations' })).toBeVisible()
  const ring = screen.getByRole('alertdialog', { name: 'Ravi Kumar is calling you' })
  // The slot loads a little after the page; an earlier invite is found in the chat.
  await expect
    .poll(() => {
      chat.say(invite({}, crypto.randomUUID()))
      return ring.elements().length
    })
    .toBe(1)
})

test('[CHT-21] a person in another call gets a quiet notice', async () => {
  leave = enterCall(crypto.randomUUID(), true)
  const { chat, screen, ring } = await showPage()
  chat.add(invite())
  await expect.element(screen.getByText('Another call has started. You find it in your chat.')).toBeVisible()
  expect(ring.elements()).toEqual([])
  expect(sounds).toEqual([])
})

test('[CHT-21] ringing stops when the call ends before an answer', async () => {
  const { chat, ring, live } = await showPage()
  chat.add(invite())
  await expect.element(ring).toBeVisible()
  rooms = []
  live?.say({ type: 'video.calls_changed', channel: 1 })
  await expect.element(ring).not.toBeInTheDocument()
})

test('[CHT-21] ringing stops when the call is answered in another tab', async () => {
  const { chat, ring } = await showPage()
  chat.add(invite())
  await expect.element(ring).toBeVisible()
  const otherTab = new BroadcastChannel('saathi.ring')
  otherTab.postMessage({ answered: roomId })
  await expect.element(ring).not.toBeInTheDocument()
  otherTab.close()
})
