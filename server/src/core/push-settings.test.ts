import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { storedPushKeys, newPushKeys, readPush } from './push-settings.ts'

const around = { mode: 'demo', publicUrl: undefined, hasSeveralServers: false }
const given = ({ publicKey, privateKey } = newPushKeys()) => ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })
const scratch = () => join(mkdtempSync(join(tmpdir(), 'saathi-push-')), 'data')

describe('keys of one’s own', () => {
  test('are taken as they are', () => {
    const pair = newPushKeys()
    expect(readPush(given(pair), around).keys).toEqual(pair)
  })

  test('must come together and belong together', () => {
    const [first, second] = [newPushKeys(), newPushKeys()]
    expect(() => readPush({ VAPID_PUBLIC_KEY: first.publicKey }, around)).toThrow('together')
    expect(() => readPush({ VAPID_PRIVATE_KEY: first.privateKey }, around)).toThrow('together')
    expect(() => readPush(given({ ...first, privateKey: second.privateKey }), around)).toThrow('is not that of')
    expect(() => readPush(given({ ...first, privateKey: 'A'.repeat(43) }), around)).toThrow('is not that of')
  })

  test.each([{ VAPID_PUBLIC_KEY: 'short' }, { VAPID_PRIVATE_KEY: 'short' }, { VAPID_SUBJECT: 'nobody' }])(
    'are named where they are wrong: %s',
    (wrong) => {
      expect(() => readEnv({ DATA_DIR: scratch(), ...wrong })).toThrow(Object.keys(wrong)[0])
    },
  )
})

test('several servers in production must be given theirs; one alone makes its own', () => {
  const production = { mode: 'production', publicUrl: 'https://saathi.example/', hasSeveralServers: true }
  expect(() => readPush({}, production)).toThrow('VAPID_PUBLIC_KEY')
  expect(readPush(given(), production).subject).toBe('https://saathi.example')
  expect(readPush({}, { ...production, hasSeveralServers: false }).keys).toBeUndefined()
  expect(readPush({ VAPID_SUBJECT: 'mailto:team@saathi.example' }, around).subject).toBe('mailto:team@saathi.example')
})

describe('keys that are made', () => {
  test('stay the same from one start to the next, and are for nobody else to read', () => {
    const dataDir = scratch()
    const made = storedPushKeys(dataDir)
    expect(made.publicKey).toMatch(/^[\w-]{87}$/)
    expect(made.privateKey).toMatch(/^[\w-]{43}$/)
    expect(storedPushKeys(dataDir)).toEqual(made)
    expect(statSync(join(dataDir, 'vapid.json')).mode & 0o077).toBe(0)
  })

  test('are not replaced where they cannot be read: that would silence every device', () => {
    const dataDir = scratch()
    storedPushKeys(dataDir)
    writeFileSync(join(dataDir, 'vapid.json'), '{')
    expect(() => storedPushKeys(dataDir)).toThrow('cannot be read')
  })
})
