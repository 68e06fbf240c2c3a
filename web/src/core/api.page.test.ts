import { getProfile, setPrimaryLanguage } from '@saathi/contract/accounts/calls'
import { refresh, signIn as signInCall } from '@saathi/contract/accounts/identity-calls'
import { toggleBookmark } from '@saathi/contract/learning/calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, makeProfile, refuse, signedInReply } from '../../test/harness.tsx'
import { ApiError } from './api-error.ts'
import { send } from './api.ts'
import { errorTextKey } from './error-text.ts'
import { clearToken, setToken } from './network/token.ts'

beforeEach(() => setToken({ accessToken: 'old', expiresIn: 600, userId: 1 }))

const bearer = (headers: Headers[]) => headers.map((each) => each.get('authorization'))

describe('an expired access token', () => {
  /** Refuses the old token as the server would. */
  function answerToNewTokenOnly() {
    const tokens: (string | null)[] = []
    answer(getProfile, (_input, headers) => {
      const token = headers.get('authorization')
      tokens.push(token)
      return token === 'Bearer new' ? makeProfile() : refuse('core.signed_out', 401)
    })
    return tokens
  }

  test('[ACC-32] is renewed once, silently, for any number of calls in flight', async () => {
    const renewal = answer(refresh, { ...signedInReply, accessToken: 'new' })
    const tokens = answerToNewTokenOnly()
    const profiles = await Promise.all(Array.from({ length: 20 }, () => send(getProfile, {})))
    expect(profiles.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, () => 1))
    expect(renewal.inputs).toHaveLength(1)
    expect(tokens.filter((token) => token === 'Bearer new')).toHaveLength(20)
  })

  test('[ACC-32] is renewed before the call if it has already expired', async () => {
    setToken({ accessToken: 'old', expiresIn: 1, userId: 1 })
    const renewal = answer(refresh, { ...signedInReply, accessToken: 'new' })
    const { headers } = answer(getProfile, makeProfile())
    await send(getProfile, {})
    expect(renewal.inputs).toHaveLength(1)
    expect(bearer(headers)).toEqual(['Bearer new'])
  })

  test('[ACC-32] is renewed only once if the new token is refused too', async () => {
    const renewal = answer(refresh, { ...signedInReply, accessToken: 'new' })
    answer(getProfile, refuse('core.signed_out', 401))
    await expect(send(getProfile, {})).rejects.toMatchObject({ status: 401 })
    expect(renewal.inputs).toHaveLength(1)
  })

  test('[ACC-32] rejects every call in flight after one request if the session is over', async () => {
    clearToken()
    const renewal = answer(refresh, refuse('accounts.session_over', 401))
    const calls = await Promise.allSettled([send(getProfile, {}), send(getProfile, {})])
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(renewal.inputs).toHaveLength(1)
  })
})

test('a public call carries no token', async () => {
  const { headers } = answer(signInCall, signedInReply)
  await send(signInCall, { body: { email: 'asha@saathi.example', password: 'x' } })
  expect(bearer(headers)).toEqual([null])
})

test('Accept-Language is the language of the page, not of the browser', async () => {
  const { headers } = answer(signInCall, signedInReply)
  const before = document.documentElement.lang
  document.documentElement.lang = 'hi'
  await send(signInCall, { body: { email: 'asha@saathi.example', password: 'x' } })
  document.documentElement.lang = before
  expect(headers.map((each) => each.get('accept-language'))).toEqual(['hi'])
})

test('path parameters are escaped', async () => {
  const { inputs } = answer(setPrimaryLanguage, { newPrimaryLanguage: 'hi' })
  await send(setPrimaryLanguage, { params: { code: 'hi' } })
  expect(inputs).toMatchObject([{ params: { code: 'hi' } }])
})

describe('an idempotent write', () => {
  test('is retried after a network error with the same key', async () => {
    const replies = ['network' as const, { session: 4, isBookmarked: true }]
    const { headers } = answer(toggleBookmark, () => replies.shift() ?? 'network')
    expect(await send(toggleBookmark, { body: { session: 4 } })).toEqual({ session: 4, isBookmarked: true })
    const keys = headers.map((each) => each.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('uses the given key', async () => {
    const { headers } = answer(toggleBookmark, { session: 4, isBookmarked: true })
    const idempotencyKey = '0b0e4f6a-7f2c-4a0e-9d5e-2f3f1f0d9a11'
    await send(toggleBookmark, { body: { session: 4 } }, { idempotencyKey })
    expect(headers[0]?.get('idempotency-key')).toBe(idempotencyKey)
  })
})

test('a write without an idempotency key is sent once', async () => {
  const { inputs } = answer(signInCall, 'network')
  await expect(send(signInCall, { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({ status: 0 })
  expect(inputs).toHaveLength(1)
})

test('[NAV-11] a call times out after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    setToken({ accessToken: 'old', expiresIn: 600, userId: 1 })
    answer(getProfile, 'hang')
    const refused = expect(send(getProfile, {})).rejects.toMatchObject({ status: 0, code: 'core.unreachable' })
    await vi.advanceTimersByTimeAsync(10_001)
    await refused
  } finally {
    vi.useRealTimers()
  }
})

test('an aborted call rejects with AbortError, not as unreachable', async () => {
  answer(getProfile, 'hang')
  const controller = new AbortController()
  const refused = expect(send(getProfile, {}, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  controller.abort()
  await refused
})

describe('the text for an error', () => {
  test.each([
    [400, 'error.badRequest'],
    [401, 'error.signedOut'],
    [403, 'error.forbidden'],
    [404, 'error.notFound'],
    [406, 'error.notAcceptable'],
    [409, 'error.conflict'],
    [410, 'error.gone'],
    [413, 'error.tooLarge'],
    [415, 'error.wrongType'],
    [422, 'error.unprocessable'],
    [429, 'error.tooMany'],
    [500, 'error.broken'],
    [503, 'error.broken'],
    [0, 'error.network'],
  ])('[NAV-11] of status %i is %s', (status, key) => {
    expect(errorTextKey(new ApiError(status, { code: 'x', message: '' }))).toBe(key)
  })

  test('[NAV-11] of any other kind is error.broken', () => {
    expect(errorTextKey(new TypeError('x'))).toBe('error.broken')
  })
})
