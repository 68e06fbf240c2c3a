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
  test('it is a demo on port 7200 with a secret of its own that stays the same', () => {
    const DATA_DIR = scratch()
    const first = readEnv({ DATA_DIR })
    expect(first).toMatchObject({
      mode: 'demo',
      limitFactor: 20,
      port: 7200,
      dataDir: DATA_DIR,
      productVersion: '7.2.0',
      releaseStage: 'production',
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
  ])('is no demo with what a real installation sets, unless it is named: %j', (settings) => {
    const given = { DATA_DIR: scratch(), ...settings }
    expect(() => readServerEnv(given)).toThrow('NODE_ENV')
    expect(readServerEnv({ ...given, NODE_ENV: 'demo' }).mode).toBe('demo')
    // Commands work on such a database, too, and open nothing.
    expect(readEnv(given).mode).toBe('demo')
  })

  test('is a demo with nothing else set, and on its own machine', () => {
    expect(readServerEnv({ DATA_DIR: scratch() }).mode).toBe('demo')
    expect(readServerEnv({ DATA_DIR: scratch(), PUBLIC_URL: 'http://localhost:7200', PORT: '7300' }).mode).toBe('demo')
  })
})

describe('production', () => {
  test('starts with everything it needs', () => {
    expect(readEnv(production)).toMatchObject({
      mode: 'production',
      isSecure: true,
      publicOrigin: 'https://saathi.example',
      trustedProxy: ['10.0.0.1'],
      limitFactor: 1,
    })
  })

  test.each(['DATABASE_URL', 'SAATHI_SECRET', 'PUBLIC_URL', 'SMTP_URL', 'TRUSTED_PROXY'])('names what is missing: %s', (name) => {
    expect(() => readEnv({ ...production, [name]: undefined })).toThrow(name)
  })

  test('refuses plain http and a short secret', () => {
    expect(() => readEnv({ ...production, PUBLIC_URL: 'http://saathi.example' })).toThrow('https')
    expect(() => readEnv({ ...production, SAATHI_SECRET: 'short' })).toThrow('SAATHI_SECRET')
  })

  test.each(['x'.repeat(64), 'abcdef'.repeat(8), 'aAaAbBaAaAbBaAaAbBaAaAbBaAaAbBaAa', 'changeme-12changeme-12changeme-12'])(
    'refuses a secret that is one piece again and again: %s',
    (weak) => {
      expect(() => readEnv({ ...production, SAATHI_SECRET: weak })).toThrow(/SAATHI_SECRET must be random/)
      expect(() => readEnv({ ...production, TURN_URLS: 'turn:turn.example:3478', TURN_SECRET: weak })).toThrow(
        /TURN_SECRET must be random/,
      )
    },
  )

  test('takes a secret of 32 random hexadecimal digits or more', () => {
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
])('a value that cannot be is named: %j', (change) => {
  expect(() => readEnv({ DATA_DIR: scratch(), ...change })).toThrow(Object.keys(change)[0])
})

test('several mistakes are told at once', () => {
  expect(() => readEnv({ DATA_DIR: scratch(), PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*LOG_LEVEL/)
})

test('a data folder that cannot be written is one clear line', () => {
  expect(() => readEnv({ DATA_DIR: '/dev/null/data' })).toThrow(/^The data folder .* cannot be written/)
})

test('half a file store is no file store, and says so', () => {
  expect(() => readEnv({ DATA_DIR: scratch(), S3_BUCKET: 'saathi' })).toThrow(/S3_ENDPOINT.*together/)
})

describe('the help centre', () => {
  const scriptUrl = 'https://widget.example/chat.js'

  test('is our own unless another service is named', () => {
    expect(readEnv(production).helpCenter).toEqual({ scriptUrl: undefined, secret: undefined })
    const named = { HELP_CENTER_SCRIPT_URL: scriptUrl, HELP_CENTER_SECRET: 'given by the service' }
    expect(readEnv({ ...production, ...named }).helpCenter).toEqual({ scriptUrl, secret: 'given by the service' })
  })

  test.each(['http://widget.example/chat.js', 'ftp://widget.example/chat.js', 'widget', 'http://localhost@widget.example/'])(
    'takes no script that others could change on its way: %s',
    (address) => {
      expect(() => readEnv({ DATA_DIR: scratch(), HELP_CENTER_SCRIPT_URL: address })).toThrow('HELP_CENTER_SCRIPT_URL')
    },
  )

  test.each(['http://127.0.0.1:9000/chat.js', 'http://localhost/chat.js'])('takes %s outside production alone', (address) => {
    const named = { HELP_CENTER_SCRIPT_URL: address }
    expect(readEnv({ DATA_DIR: scratch(), ...named }).helpCenter.scriptUrl).toBe(address)
    expect(() => readEnv({ ...production, ...named })).toThrow('HELP_CENTER_SCRIPT_URL')
  })

  test('refuses a secret that could be guessed', () => {
    expect(() => readEnv({ ...production, HELP_CENTER_SECRET: 'short' })).toThrow('HELP_CENTER_SECRET')
  })
})
