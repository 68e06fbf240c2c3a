import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv, readServerEnv } from './env.ts'

const scratch = () => join(mkdtempSync(join(tmpdir(), 'saathi-env-')), 'data')
const secret = 'kept by the operator of these tests alone'
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db/saathi',
  SAATHI_SECRET: secret,
  PUBLIC_URL: 'https://saathi.example',
  TRUSTED_PROXY: '10.0.0.1',
  SMTP_URL: 'smtps://mail.example',
}

describe('with nothing set', () => {
  test('the server is a demo on port 7200 with its own stored secret', () => {
    const DATA_DIR = scratch()
    const first = readEnv({ DATA_DIR })
    expect(first).toMatchObject({
      mode: 'demo',
      limitFactor: 20,
      port: 7200,
      dataDir: DATA_DIR,
      productVersion: '7.2.0',
      releaseStage: 'production',
      hasMadeUpPeople: true,
    })
    expect(first.secret.byteLength).toBeGreaterThanOrEqual(32)
    expect(readEnv({ DATA_DIR }).secret).toEqual(first.secret)
    expect(statSync(join(DATA_DIR, 'secret')).mode & 0o077).toBe(0)
  })
})

describe('a server without NODE_ENV', () => {
  test.each([
    { DATABASE_URL: 'postgresql://db/saathi' },
    { TRUSTED_PROXY: '10.0.0.1' },
    { PUBLIC_URL: 'https://saathi.example' },
    { ...production, NODE_ENV: undefined },
  ])('requires NODE_ENV if settings of a real installation are present: %j', (settings) => {
    const variables = { DATA_DIR: scratch(), ...settings }
    expect(() => readServerEnv(variables)).toThrow('NODE_ENV')
    expect(readServerEnv({ ...variables, NODE_ENV: 'demo' }).mode).toBe('demo')
    // Commands do not need it, because they serve nothing.
    expect(readEnv(variables).mode).toBe('demo')
  })

  test('is a demo with nothing else set, also with a local PUBLIC_URL', () => {
    expect(readServerEnv({ DATA_DIR: scratch() }).mode).toBe('demo')
    expect(readServerEnv({ DATA_DIR: scratch(), PUBLIC_URL: 'http://localhost:7200', PORT: '7300' }).mode).toBe('demo')
  })
})

describe('production', () => {
  test('starts with all required settings', () => {
    expect(readEnv(production)).toMatchObject({
      mode: 'production',
      isSecure: true,
      publicOrigin: 'https://saathi.example',
      trustedProxy: ['10.0.0.1'],
      limitFactor: 1,
    })
  })

  test.each(['DATABASE_URL', 'SAATHI_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'TRUSTED_PROXY'])(
    'names a missing setting: %s',
    (name) => {
      expect(() => readEnv({ ...production, [name]: undefined })).toThrow(name)
    },
  )

  test('refuses plain http and a short secret', () => {
    expect(() => readEnv({ ...production, PUBLIC_URL: 'http://saathi.example' })).toThrow('https')
    expect(() => readEnv({ ...production, SAATHI_SECRET: 'short' })).toThrow('SAATHI_SECRET')
  })

  test.each(['x'.repeat(64), 'abcdef'.repeat(8), 'aAaAbBaAaAbBaAaAbBaAaAbBaAaAbBaAa', 'changeme-12changeme-12changeme-12'])(
    'refuses a secret that repeats one part: %s',
    (weak) => {
      expect(() => readEnv({ ...production, SAATHI_SECRET: weak })).toThrow(/SAATHI_SECRET must be random/)
      expect(() => readEnv({ ...production, TURN_URLS: 'turn:turn.example:3478', TURN_SECRET: weak })).toThrow(
        /TURN_SECRET must be random/,
      )
    },
  )

  test('accepts a secret of at least 32 random hexadecimal digits', () => {
    expect(readEnv({ ...production, SAATHI_SECRET: '9f86d081884c7d659a2feaa0c55ad015' }).mode).toBe('production')
  })
})

test.each([
  { PORT: 'many' },
  { PORT: '70000' },
  { NODE_ENV: 'prod' },
  { DATABASE_URL: 'mysql://db' },
  { PUBLIC_URL: 'saathi' },
  { LOG_LEVEL: 'loud' },
])('an invalid value is refused with its name: %j', (change) => {
  expect(() => readEnv({ DATA_DIR: scratch(), ...change })).toThrow(Object.keys(change)[0])
})

test('several mistakes are reported at once', () => {
  expect(() => readEnv({ DATA_DIR: scratch(), PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*LOG_LEVEL/)
})

test('a data folder without write access is refused with a clear message', () => {
  expect(() => readEnv({ DATA_DIR: '/dev/null/data' })).toThrow(/^The data folder .* cannot be written/)
})

test('incomplete S3 settings are refused', () => {
  expect(() => readEnv({ DATA_DIR: scratch(), S3_BUCKET: 'saathi' })).toThrow(/S3_ENDPOINT.*together/)
})

describe('the help centre', () => {
  const scriptUrl = 'https://widget.example/chat.js'

  test('is our own unless another service is configured', () => {
    expect(readEnv(production).helpCenter).toEqual({ scriptUrl: undefined, secret: undefined })
    const variables = { HELP_CENTER_SCRIPT_URL: scriptUrl, HELP_CENTER_SECRET: 'given by the service' }
    expect(readEnv({ ...production, ...variables }).helpCenter).toEqual({ scriptUrl, secret: 'given by the service' })
  })

  test.each(['http://widget.example/chat.js', 'ftp://widget.example/chat.js', 'widget', 'http://localhost@widget.example/'])(
    'refuses a script without TLS: %s',
    (address) => {
      expect(() => readEnv({ DATA_DIR: scratch(), HELP_CENTER_SCRIPT_URL: address })).toThrow('HELP_CENTER_SCRIPT_URL')
    },
  )

  test.each(['http://127.0.0.1:9000/chat.js', 'http://localhost/chat.js'])('allows %s only outside production', (address) => {
    const variables = { HELP_CENTER_SCRIPT_URL: address }
    expect(readEnv({ DATA_DIR: scratch(), ...variables }).helpCenter.scriptUrl).toBe(address)
    expect(() => readEnv({ ...production, ...variables })).toThrow('HELP_CENTER_SCRIPT_URL')
  })

  test('refuses a short secret', () => {
    expect(() => readEnv({ ...production, HELP_CENTER_SECRET: 'short' })).toThrow('HELP_CENTER_SECRET')
  })
})
