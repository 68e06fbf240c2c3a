import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh, signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signIn } from '#core/session.ts'
import { keepToken } from '#core/token.ts'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, signedInReply } from '../../test/harness.tsx'
import { ANSWER_WITHIN_MS, connectChat, LATE_AFTER_MS, lineNow, onFrame, say } from './line.ts'

let letGo = () => {}

beforeEach(async () => {
  answer(signInCall, signedInReply)
  answer(getProfile, makeProfile())
  await signIn({ email: 'asha@saathi.example', password: 'x' })
  letGo = connectChat()
  return () => letGo()
})

const lines = () => FakeSocket.made.filter(({ url }) => url.endsWith('/ws/chat/'))
function theLine(): FakeSocket {
  const line = lines().at(-1)
  if (!line) throw new Error('No line was opened.')
  return line
}
const commandsOf = (line: FakeSocket) =>
  line.sent.map((said) => (said instanceof Object && 'command' in said ? said.command : ''))

test('there is one line, however many want it, and the last to let go closes it', () => {
  const other = connectChat()
  expect(lines()).toHaveLength(1)
  theLine().open()
  other()
  expect(lineNow()).toBe('open')
  letGo()
  expect(theLine().readyState).toBe(3)
  letGo = connectChat()
})

test('nothing can be said before it is open', () => {
  expect(say({ command: 'unread_message' })).toBe(false)
  theLine().open()
  expect(say({ command: 'unread_message' })).toBe(true)
  expect(theLine().sent).toMatchObject([{ command: 'unread_message', authToken: 'token-1' }])
})

test('[CHT-05] a token that has run out is renewed first, and nothing overtakes what waits for it', async () => {
  theLine().open()
  keepToken({ accessToken: 'old', expiresIn: 0, userId: 1 })
  answer(refresh, { accessToken: 'token-2', expiresIn: 600, userId: 1 })
  say({ command: 'join', channel: 1 })
  say({ command: 'leave', channel: 1 })
  await expect.poll(() => commandsOf(theLine())).toEqual(['join', 'leave'])
  expect(theLine().sent).toMatchObject([{ authToken: 'token-2' }, { authToken: 'token-2' }])
})

test('[CHT-18] a lost line is opened again by itself', async () => {
  theLine().open()
  theLine().close()
  expect(lineNow()).toBe('connecting')
  await expect.poll(() => lines().length).toBe(2)
})

test('what it does not understand it passes over', () => {
  const heard: unknown[] = []
  const stop = onFrame((event) => heard.push(event))
  theLine().open()
  theLine().say({ command: 'of a newer server' })
  theLine().dispatchEvent(new MessageEvent('message', { data: '{' }))
  theLine().say({ command: 'reload' })
  expect(heard).toEqual([{ command: 'reload' }])
  stop()
})

/** From the first attempt on, so that no timer of the one clock is ended by the other. */
function connectByHand() {
  letGo()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  letGo = connectChat()
  onTestFinished(() => void vi.useRealTimers())
}

test('[CHT-18] it is late after five seconds, however often it is refused meanwhile', async () => {
  FakeSocket.server = { met: (line) => line.close(), heard: () => {} }
  connectByHand()
  await vi.advanceTimersByTimeAsync(LATE_AFTER_MS - 100)
  expect(lineNow()).toBe('connecting')
  expect(lines().length).toBeGreaterThan(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(lineNow()).toBe('late')
})

test('[CHT-18] a line on which nothing is answered is given up, measured from what was asked first', async () => {
  connectByHand()
  theLine().open()
  const silent = theLine()
  say({ command: 'unread_message' })
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS - 1_000)
  say({ command: 'unread_message' })
  expect(silent.readyState).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(silent.readyState).toBe(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(theLine()).not.toBe(silent)
})

test('[CHT-18] a line that was answered on, or asked nothing that is answered, stays', async () => {
  connectByHand()
  theLine().open()
  say({ command: 'unread_message' })
  theLine().say({ command: 'unread_message', channels: [] })
  say({ command: 'leave', channel: 1 })
  await vi.advanceTimersByTimeAsync(2 * ANSWER_WITHIN_MS)
  expect(theLine().readyState).toBe(1)
})

test('[CHT-18] a line that never opens is given up for another', async () => {
  connectByHand()
  const stuck = theLine()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(stuck.readyState).toBe(3)
  expect(theLine()).not.toBe(stuck)
})

test('[CHT-18] a page that is looked at again asks whether the line still leads anywhere', () => {
  theLine().open()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(commandsOf(theLine())).toEqual(['unread_message'])
})
