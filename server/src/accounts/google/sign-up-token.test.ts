import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { movableClock } from '#core/clock.ts'
import { signUpTokens } from './sign-up-token.ts'
import { tokenMaker } from '../tokens.ts'

const secret = new TextEncoder().encode('a secret that only this test knows, long enough')
const identity = { subject: '1017', email: 'sana@gmail.example', firstName: 'Sana', lastName: 'Sheikh' }

test('the token returns the identity unchanged for half an hour', async () => {
  const clock = movableClock()
  const tokens = signUpTokens(secret, clock)
  const token = await tokens.issue(identity)
  clock.advance(29 * 60)
  expect(await tokens.read(token)).toEqual(identity)
  clock.advance(2 * 60)
  expect(await tokens.read(token)).toBeNull()
})

test('sign-up tokens and access tokens are not interchangeable', async () => {
  const clock = movableClock()
  const access = tokenMaker(secret, clock)
  const tokens = signUpTokens(secret, clock)
  expect(await access.readAccess(`Bearer ${await tokens.issue({ ...identity, subject: '1' })}`)).toBeNull()
  expect(await tokens.read(await access.issueAccess(1, crypto.randomUUID()))).toBeNull()
})

test('a token signed for another audience is rejected', async () => {
  const clock = movableClock()
  const claims = { email: 'sana@gmail.example', given_name: 'Sana', family_name: 'Sheikh', sub: '1017' }
  const sealed = (aud: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setAudience(aud).setExpirationTime('10m').sign(secret)
  const { read } = signUpTokens(secret, clock)
  expect(await read(await sealed('saathi'))).toBeNull()
  expect(await read(await sealed('saathi.google-sign-up'))).toEqual(identity)
})

test('a missing, tampered or differently signed token is rejected', async () => {
  const clock = movableClock()
  const tokens = signUpTokens(secret, clock)
  const other = signUpTokens(new TextEncoder().encode('another secret, which is long enough as well'), clock)
  const token = await tokens.issue(identity)
  const [head, , seal] = token.split('.')
  const bent = Buffer.from(JSON.stringify({ ...decodeJwt(token), email: 'other@gmail.example' })).toString('base64url')
  const unsealed = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const bad of [await other.issue(identity), `${head}.${bent}.${seal}`, `${unsealed}.${bent}.`, 'x', '', undefined]) {
    expect(await tokens.read(bad)).toBeNull()
  }
})
