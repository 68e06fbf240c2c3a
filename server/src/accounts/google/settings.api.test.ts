import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSystemStatus, signInWithGoogle } from '@saathi/contract/accounts/identity-calls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { simulateGoogle } from '#dev/public.ts'
import { type Env, readEnv } from '#core/env.ts'
import { startTestServer, testEnv } from '../../../test/harness.ts'

const DATA_DIR = join(mkdtempSync(join(tmpdir(), 'saathi-google-')), 'data')
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db/saathi',
  SAATHI_SECRET: 'kept by the operator of these tests alone',
  PUBLIC_URL: 'https://saathi.example',
  TRUSTED_PROXY: '10.0.0.1',
  SMTP_URL: 'smtps://mail.example',
  DATA_DIR,
}
const GOOGLE_CLIENT_ID = '1017-abc.apps.googleusercontent.com'
const standIn = {
  GOOGLE_ISSUER: 'https://id.example',
  GOOGLE_KEYS_URL: 'https://id.example/keys',
  GOOGLE_AUTHORIZATION_URL: 'https://id.example/auth',
}

describe('the Google settings', () => {
  test('default to Google’s documented URLs if a client is set', () => {
    expect(readEnv({ ...production, GOOGLE_CLIENT_ID }).google).toEqual({
      clientId: GOOGLE_CLIENT_ID,
      issuers: ['https://accounts.google.com', 'accounts.google.com'],
      keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    })
  })

  test('use a stand-in if all of its URLs are set', () => {
    expect(readEnv({ ...production, GOOGLE_CLIENT_ID, ...standIn }).google).toEqual({
      clientId: GOOGLE_CLIENT_ID,
      issuers: ['https://id.example'],
      keysUrl: 'https://id.example/keys',
      authorizationUrl: 'https://id.example/auth',
    })
  })

  test.each([
    ['an incomplete stand-in', { ...standIn, GOOGLE_KEYS_URL: undefined, GOOGLE_CLIENT_ID }],
    ['a stand-in without a client', standIn],
    ['plain http in production', { ...standIn, GOOGLE_KEYS_URL: 'http://id.example/keys', GOOGLE_CLIENT_ID }],
    ['something a browser would run', { ...standIn, GOOGLE_AUTHORIZATION_URL: 'javascript:alert(1)', GOOGLE_CLIENT_ID }],
    ['an invalid client', { GOOGLE_CLIENT_ID: 'a b' }],
  ])('are rejected at start with the variable name: %s', (_what, settings) => {
    expect(() => readEnv({ ...production, ...settings })).toThrow('GOOGLE_')
  })
})

async function start(changes: Partial<Env>) {
  const server = await startTestServer(changes)
  onTestFinished(() => server.stop())
  return server
}
const inProduction = { mode: 'production', isSecure: true, publicOrigin: 'https://saathi.example' } as const
const clientOfTest = {
  clientId: 'client',
  issuers: ['x'],
  keysUrl: 'http://127.0.0.1:9/',
  authorizationUrl: 'https://id.example/auth',
}

describe('signing in with Google', () => {
  test('is unavailable in production without a client, and no stand-in is served', async () => {
    const server = await start(inProduction)
    expect((await server.ask(null, getSystemStatus, {})).body.google).toBeNull()
    const { status, body } = await server.ask(null, signInWithGoogle, { body: { idToken: 'x', nonce: 'long enough a nonce' } })
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'accounts.google_off' })
    for (const path of ['auth', 'jwks', 'page.css', 'choose/x']) {
      expect((await server.app.inject({ url: `/dev/google/${path}` })).statusCode).toBe(404)
    }
    expect(() => simulateGoogle({ ...testEnv, mode: 'production' })).toThrow('production')
  })

  test('in production goes to Google and back to the configured address', async () => {
    const server = await start({ ...inProduction, google: clientOfTest })
    expect((await server.ask(null, getSystemStatus, {})).body.google).toEqual({
      clientId: 'client',
      authorizationUrl: 'https://id.example/auth',
      redirectUri: 'https://saathi.example/google-return.html',
    })
    expect((await server.app.inject({ url: '/dev/google/jwks' })).statusCode).toBe(404)
  })

  test.each(['demo', 'development', 'test'] as const)('uses our own stand-in in %s, with relative paths', async (mode) => {
    const server = await start({ mode })
    expect((await server.ask(null, getSystemStatus, {})).body.google).toEqual({
      clientId: 'saathi-demo',
      authorizationUrl: '/dev/google/auth',
      redirectUri: '/google-return.html',
    })
  })

  test('uses no stand-in where a demo has its own client', async () => {
    const server = await start({ mode: 'demo', google: clientOfTest })
    expect((await server.ask(null, getSystemStatus, {})).body.google).toMatchObject({
      authorizationUrl: 'https://id.example/auth',
    })
    expect((await server.app.inject({ url: '/dev/google/jwks' })).statusCode).toBe(404)
  })
})
