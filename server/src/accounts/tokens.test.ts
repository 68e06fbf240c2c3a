import { expect, test } from 'vitest'
import { movableClock } from '#core/clock.ts'
import { signUpTokens } from './google/sign-up-token.ts'
import { ACCESS_TOKEN_SECONDS, tokenMaker } from './tokens.ts'

const secret = new TextEncoder().encode('a secret that only this test knows, long enough')
const sessionId = crypto.randomUUID()

test('an access token lives ten minutes', async () => {
  const clock = movableClock()
  const { issueAccess, readAccess } = tokenMaker(secret, clock)
  const header = `Bearer ${await issueAccess(7, sessionId)}`
  clock.advance(ACCESS_TOKEN_SECONDS - 5)
  expect(await readAccess(header)).toMatchObject({ personId: 7, sessionId })
  clock.advance(10)
  expect(await readAccess(header)).toBeNull()
})

test('a token issued before the clock was set back is refused', async () => {
  const clock = movableClock()
  const access = tokenMaker(secret, clock)
  const signUp = signUpTokens(secret, clock)
  clock.advance(3600)
  const header = `Bearer ${await access.issueAccess(7, sessionId)}`
  const sealed = await signUp.issue({ subject: '1', email: 'a@b.in', firstName: 'A', lastName: 'B' })
  // Read once first, so that the signature is already cached.
  expect(await access.readAccess(header)).not.toBeNull()
  clock.advance(-3600)
  expect(await access.readAccess(header)).toBeNull()
  expect(await tokenMaker(secret, clock).readAccess(header)).toBeNull()
  expect(await signUp.read(sealed)).toBeNull()
})

test('clocks of two servers may differ slightly', async () => {
  const clock = movableClock()
  const { issueAccess, readAccess } = tokenMaker(secret, clock)
  clock.advance(30)
  const header = `Bearer ${await issueAccess(7, sessionId)}`
  clock.advance(-30)
  expect(await readAccess(header)).not.toBeNull()
})
