import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh, signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signIn } from '#core/session.ts'
import { setToken } from '#core/network/token.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, signedInReply } from '../../test/harness.tsx'
import { ANSWER_WITHIN_MS, connectChat, LATE_AFTER_MS, socketStatus, onFrame, sendCommand } from './socket.ts'

let disconnect = () => {}

beforeEach(async () => {
  answer(signInCall, signedInReply)
  answer(getProfile, makeProfile())
  await signIn({ email: 'asha@saathi.example', password: 'x' })
  disconnect = connectChat()
  return () => disconnect()
})

const chatSockets = () => FakeSocket.instances.filter(({ url }) => url.endsWith('/ws/chat/'))
function currentSocket(): FakeSocket {
  const socket = chatSockets().at(-1)
  if (!socket) throw new Error('No socket was opened.')
  return socket
}
/** Forgets what the pages of the chat send at once if they are loaded. */
function openSocket(): void {
  currentSocket().open()
  currentSocket().sent.length = 0
}
/** Without the reports of presence, which the chat's pages send if they are loaded. */
const commandsOf = (socket: FakeSocket) =>
  socket.sent
    .map((command) => (command instanceof Object && 'command' in command ? command.command : ''))
    .filter((name) => name !== 'presence')

test('there is one socket for all its users, closed when the last one stops using it', () => {
  const other = connectChat()
  expect(chatSockets()).toHaveLength(1)
  openSocket()
  other()
  expect(socketStatus()).toBe('open')
  disconnect()
  expect(currentSocket().readyState).toBe(3)
  disconnect = connectChat()
})

test('nothing can be sent before it is open', () => {
  expect(sendCommand({ command: 'unread_message' })).toBe(false)
  openSocket()
  expect(sendCommand({ command: 'unread_message' })).toBe(true)
  expect(currentSocket().sent.at(-1)).toMatchObject({ command: 'unread_message', authToken: 'token-1' })
})

test('[CHT-05] an expired token is renewed first, and commands keep their order', async () => {
  openSocket()
  setToken({ accessToken: 'old', expiresIn: 0, userId: 1 })
  answer(refresh, { accessToken: 'token-2', expiresIn: 600, userId: 1 })
  sendCommand({ command: 'join', channel: 1 })
  sendCommand({ command: 'leave', channel: 1 })
  await expect.poll(() => commandsOf(currentSocket())).toEqual(['join', 'leave'])
  expect(currentSocket().sent.slice(-2)).toMatchObject([{ authToken: 'token-2' }, { authToken: 'token-2' }])
})

test('[CHT-18] a lost connection is reopened automatically', async () => {
  openSocket()
  currentSocket().close()
  expect(socketStatus()).toBe('connecting')
  await expect.poll(() => chatSockets().length).toBe(2)
})

test('unknown events are ignored', () => {
  const received: unknown[] = []
  const stop = onFrame((event) => received.push(event))
  openSocket()
  currentSocket().say({ command: 'of a newer server' })
  currentSocket().dispatchEvent(new MessageEvent('message', { data: '{' }))
  currentSocket().say({ command: 'reload' })
  expect(received).toEqual([{ command: 'reload' }])
  stop()
})

/** Fake timers from the first attempt on, so that real and fake timers are not mixed. */
function connectByHand() {
  disconnect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  disconnect = connectChat()
  onTestFinished(() => void vi.useRealTimers())
}

test('[CHT-18] the status is late after five seconds, however many attempts fail', async () => {
  FakeSocket.server = { onConnect: (socket) => socket.close(), onMessage: () => {} }
  connectByHand()
  await vi.advanceTimersByTimeAsync(LATE_AFTER_MS - 100)
  expect(socketStatus()).toBe('connecting')
  expect(chatSockets().length).toBeGreaterThan(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(socketStatus()).toBe('late')
})

test('[CHT-18] a connection without replies is closed, counted from the first request', async () => {
  connectByHand()
  openSocket()
  const silent = currentSocket()
  sendCommand({ command: 'unread_message' })
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS - 1_000)
  sendCommand({ command: 'unread_message' })
  expect(silent.readyState).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(silent.readyState).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(currentSocket()).not.toBe(silent)
})

test('[CHT-18] a connection stays if there was a reply, or nothing that needs one was sent', async () => {
  connectByHand()
  openSocket()
  sendCommand({ command: 'unread_message' })
  currentSocket().say({ command: 'unread_message', channels: [] })
  sendCommand({ command: 'leave', channel: 1 })
  await vi.advanceTimersByTimeAsync(2 * ANSWER_WITHIN_MS)
  expect(currentSocket().readyState).toBe(1)
})

test('[CHT-18] a connection that never opens is replaced', async () => {
  connectByHand()
  const stuck = currentSocket()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(stuck.readyState).toBe(3)
  expect(currentSocket()).not.toBe(stuck)
})

test('[CHT-18] a page that becomes visible again checks the connection', () => {
  openSocket()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(commandsOf(currentSocket())).toEqual(['unread_message'])
})
