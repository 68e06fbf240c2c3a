import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh, signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, expect, test } from 'vitest'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, signedInReply } from '../../test/harness.tsx'
import { closeLive, connectLive, onLive } from './live.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { sessionNow, signIn } from './session.ts'
import { setToken } from './network/token.ts'
import { waitMs } from './socket.ts'

beforeEach(async () => {
  answer(signInCall, signedInReply)
  answer(getProfile, makeProfile())
  await signIn({ email: 'asha@saathi.example', password: 'x' })
  return closeLive
})

async function openSocket(count = 1): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.instances.length).toBe(count)
  const socket = FakeSocket.instances[count - 1]
  if (!socket) throw new Error('No socket was opened.')
  socket.open()
  return socket
}

test('authenticates first, and again when the token is renewed', async () => {
  connectLive()
  const socket = await openSocket()
  expect(new URL(socket.url).pathname).toBe('/ws/live/')
  setToken({ accessToken: 'token-2', expiresIn: 600, userId: 1 })
  expect(socket.sent).toEqual([
    { type: 'core.authenticate', accessToken: 'token-1' },
    { type: 'core.authenticate', accessToken: 'token-2' },
  ])
})

test('reconnects after a close, and then refetches everything', async () => {
  connectLive()
  const socket = await openSocket()
  socket.say({ type: 'core.ready' })
  expect(queryClient.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(false)
  socket.close()
  const next = await openSocket(2)
  next.say({ type: 'core.ready' })
  expect(queryClient.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true)
})

test('drops the connection when the network is lost, and reconnects when it is back', async () => {
  connectLive()
  const socket = await openSocket()
  window.dispatchEvent(new Event('offline'))
  expect(socket.readyState).toBe(3)
  window.dispatchEvent(new Event('online'))
  const next = await openSocket(2)
  expect(next.sent).toEqual([{ type: 'core.authenticate', accessToken: 'token-1' }])
})

test('closes the connection when the browser keeps the page for Back, and opens a new one when it is shown again', async () => {
  connectLive()
  const socket = await openSocket()
  socket.say({ type: 'core.ready' })
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  expect(socket.readyState).toBe(3)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  const next = await openSocket(2)
  next.say({ type: 'core.ready' })
  expect(queryClient.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true)
})

test('renews a refused token before the next attempt', async () => {
  const { inputs } = answer(refresh, { ...signedInReply, accessToken: 'token-2' })
  connectLive()
  const socket = await openSocket()
  socket.say({ type: 'core.refused', code: 'core.signed_out' })
  const next = await openSocket(2)
  expect(inputs).toHaveLength(1)
  await expect.poll(() => next.sent.at(-1)).toEqual({ type: 'core.authenticate', accessToken: 'token-2' })
})

test('[ACC-31] ends the session when it was ended elsewhere', async () => {
  connectLive()
  const socket = await openSocket()
  socket.say({ type: 'accounts.sign_in_ended' })
  await expect.poll(sessionNow).toBe('signedOut')
  expect(queryClient.getQueryData(profileQuery.queryKey)).toBeUndefined()
})

test('delivers events to their subscribers, and drops events that do not match the contract', async () => {
  const sessions: number[] = []
  const stop = onLive('learning.bookmark_changed', ({ session }) => sessions.push(session))
  connectLive()
  const socket = await openSocket()
  socket.say({ type: 'learning.bookmark_changed', session: 4, isBookmarked: true })
  socket.say({ type: 'learning.bookmark_changed', session: 'five' })
  socket.say({ type: 'nobody.knows' })
  stop()
  socket.say({ type: 'learning.bookmark_changed', session: 6, isBookmarked: true })
  expect(sessions).toEqual([4])
})

test('waits longer after each failure, up to 30 seconds, with jitter', () => {
  expect([0, 1, 2, 3].map((failed) => waitMs(failed, 1))).toEqual([500, 1000, 2000, 4000])
  expect(waitMs(20, 1)).toBe(30_000)
  expect(waitMs(3, 0)).toBe(2000)
})
