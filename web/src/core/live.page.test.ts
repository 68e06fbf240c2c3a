import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh, signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, expect, test } from 'vitest'
import { FakeSocket } from '../../test/fake-socket.ts'
import { answer, makeProfile, signedInReply } from '../../test/harness.tsx'
import { waitMs } from './live-socket.ts'
import { closeLive, connectLive, onLive } from './live.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './query-client.ts'
import { sessionNow, signIn } from './session.ts'
import { keepToken } from './token.ts'

beforeEach(async () => {
  answer(signInCall, signedInReply)
  answer(getProfile, makeProfile())
  await signIn({ email: 'asha@saathi.example', password: 'x' })
  return closeLive
})

async function openLine(count = 1): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.made.length).toBe(count)
  const line = FakeSocket.made[count - 1]
  if (!line) throw new Error('No line was opened.')
  line.open()
  return line
}

test('says who it is first, and again when the token is renewed', async () => {
  connectLive()
  const line = await openLine()
  expect(new URL(line.url).pathname).toBe('/ws/live/')
  keepToken({ accessToken: 'token-2', expiresIn: 600, userId: 1 })
  expect(line.sent).toEqual([
    { type: 'core.authenticate', accessToken: 'token-1' },
    { type: 'core.authenticate', accessToken: 'token-2' },
  ])
})

test('opens again after it was lost, and then everything is read anew', async () => {
  connectLive()
  const line = await openLine()
  line.say({ type: 'core.ready' })
  expect(queryClient.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(false)
  line.close()
  const next = await openLine(2)
  next.say({ type: 'core.ready' })
  expect(queryClient.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true)
})

test('a refused token is renewed before the next attempt', async () => {
  const { inputs } = answer(refresh, { ...signedInReply, accessToken: 'token-2' })
  connectLive()
  const line = await openLine()
  line.say({ type: 'core.refused', code: 'core.signed_out' })
  const next = await openLine(2)
  expect(inputs).toHaveLength(1)
  await expect.poll(() => next.sent.at(-1)).toEqual({ type: 'core.authenticate', accessToken: 'token-2' })
})

test('[ACC-31] a sign-in that was ended elsewhere ends here', async () => {
  connectLive()
  const line = await openLine()
  line.say({ type: 'accounts.sign_in_ended' })
  await expect.poll(sessionNow).toBe('signedOut')
  expect(queryClient.getQueryData(profileQuery.queryKey)).toBeUndefined()
})

test('rooms hear their own events, in the shape of the contract only', async () => {
  const heard: number[] = []
  const stop = onLive('learning.bookmark_changed', ({ session }) => heard.push(session))
  connectLive()
  const line = await openLine()
  line.say({ type: 'learning.bookmark_changed', session: 4, isBookmarked: true })
  line.say({ type: 'learning.bookmark_changed', session: 'five' })
  line.say({ type: 'nobody.knows' })
  stop()
  line.say({ type: 'learning.bookmark_changed', session: 6, isBookmarked: true })
  expect(heard).toEqual([4])
})

test('waits longer after each failure, up to half a minute, never at the same moment as everyone', () => {
  expect([0, 1, 2, 3].map((failed) => waitMs(failed, 1))).toEqual([500, 1000, 2000, 4000])
  expect(waitMs(20, 1)).toBe(30_000)
  expect(waitMs(3, 0)).toBe(2000)
})
