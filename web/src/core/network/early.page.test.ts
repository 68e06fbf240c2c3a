import { getProfile } from '@saathi/contract/accounts/calls'
import { refresh } from '@saathi/contract/accounts/identity-calls'
import { beforeEach, expect, test } from 'vitest'
import { answer, makeProfile, signedInReply } from '../../../test/harness.tsx'
import { send } from '../api.ts'
import { clearToken, currentToken, setToken } from './token.ts'

beforeEach(() => () => {
  globalThis.saathiEarly = undefined
})

const renewed = { access_token: 'early', expires_in: 600, user_id: 1 }
const reply = (body: unknown, status = 200) => ({ status, ok: status < 300, text: JSON.stringify(body), date: null })
const wireProfile = (name: string) => {
  const { displayName: _, ...profile } = makeProfile()
  return { ...profile, display_name: name }
}

function prepare(
  read: Promise<{ reply: ReturnType<typeof reply>; accessToken: string }>,
  renewal = Promise.resolve(reply(renewed)),
) {
  globalThis.saathiEarly = { sentAt: performance.now(), renewal, reads: new Map([[getProfile.path, read]]) }
}
const early = (accessToken: string) => Promise.resolve({ reply: reply(wireProfile('Early')), accessToken })

test('the replies that were asked for before the first script are used, each once', async () => {
  clearToken()
  const renewal = answer(refresh, { ...signedInReply, accessToken: 'late' })
  answer(getProfile, makeProfile({ displayName: 'Late' }))
  prepare(early('early'))
  expect((await send(getProfile, {})).displayName).toBe('Early')
  expect(currentToken()).toBe('early')
  expect(renewal.inputs).toEqual([])
  expect((await send(getProfile, {})).displayName).toBe('Late')
})

test('a reply to another person than the one who is signed in now is not used', async () => {
  setToken({ accessToken: 'other', expiresIn: 600, userId: 2 })
  answer(getProfile, makeProfile({ displayName: 'Late' }))
  prepare(early('early'))
  expect((await send(getProfile, {})).displayName).toBe('Late')
})

test('a reply that was asked for long ago is not used', async () => {
  setToken({ accessToken: 'early', expiresIn: 600, userId: 1 })
  answer(getProfile, makeProfile({ displayName: 'Late' }))
  prepare(early('early'))
  if (globalThis.saathiEarly) globalThis.saathiEarly.sentAt -= 60_000
  expect((await send(getProfile, {})).displayName).toBe('Late')
})

test('a request that failed early is sent again', async () => {
  clearToken()
  answer(refresh, { ...signedInReply, accessToken: 'late' })
  answer(getProfile, makeProfile({ displayName: 'Late' }))
  prepare(Promise.reject(new TypeError('lost')), Promise.reject(new TypeError('lost')))
  expect((await send(getProfile, {})).displayName).toBe('Late')
  expect(currentToken()).toBe('late')
})
