import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { tokenMaker } from '#accounts/public.ts'
import { movableClock } from '#core/clock.ts'
import { VIDEO_TOKEN_SECONDS, videoTokens } from './token.ts'

const secret = new TextEncoder().encode('a secret that only this test knows, long enough')
const start = new Date('2026-11-14T14:00:00Z')
const clockAt = (seconds: number) => ({ now: () => new Date(start.getTime() + seconds * 1000) })
const claims = { roomId: crypto.randomUUID(), personId: 7, sessionId: crypto.randomUUID() }
const issued = () => videoTokens(secret, clockAt(0)).issue(claims)

test('[VID-10] a token names the person and the room and is valid for five minutes', async () => {
  const { token, expiresAt } = await issued()
  expect(expiresAt).toEqual(clockAt(VIDEO_TOKEN_SECONDS).now())
  expect(VIDEO_TOKEN_SECONDS).toBe(300)
  expect(await videoTokens(secret, clockAt(299)).read(token)).toEqual({ ...claims, expiresAt })
  expect(await videoTokens(secret, clockAt(301)).read(token)).toBeNull()
})

test('[VID-10] a token issued before the clock was set back is invalid', async () => {
  const clock = movableClock()
  const tokens = videoTokens(secret, clock)
  clock.advance(3600)
  const { token } = await tokens.issue(claims)
  expect(await tokens.read(token)).toMatchObject(claims)
  clock.reset()
  expect(await tokens.read(token)).toBeNull()
})

test('[VID-10] tokens for another use, with another key or with changed claims are invalid', async () => {
  const { token } = await issued()
  const tokens = videoTokens(secret, clockAt(0))
  const access = await tokenMaker(secret, clockAt(0)).issueAccess(claims.personId, claims.sessionId)
  const other = await videoTokens(new TextEncoder().encode('another secret that is as long as the first'), clockAt(0)).issue(
    claims,
  )
  const [head, , signature] = token.split('.')
  const body = Buffer.from(JSON.stringify({ ...decodeJwt(token), room: crypto.randomUUID() })).toString('base64url')
  const withTheBareSecret = await new SignJWT({ sid: claims.sessionId, room: claims.roomId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('7')
    .setAudience('saathi-video')
    .setExpirationTime(Math.floor(start.getTime() / 1000) + 60)
    .sign(secret)
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
  for (const wrong of [access, other.token, `${head}.${body}.${signature}`, withTheBareSecret, none, '', 'a.b.c']) {
    expect(await tokens.read(wrong)).toBeNull()
  }
  // A video token is not valid elsewhere either.
  expect(await tokenMaker(secret, clockAt(0)).readAccess(`Bearer ${token}`)).toBeNull()
})
