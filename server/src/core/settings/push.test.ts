import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { readEnv } from '../env.ts'
import { storedPushKeys, readPush } from './push.ts'

const surroundings = { mode: 'demo', publicUrl: undefined, hasSeveralServers: false }
const variablesOf = ({ publicKey, privateKey } = webPush.generateVAPIDKeys()) => ({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
})
const scratch = () => join(mkdtempSync(join(tmpdir(), 'saathi-push-')), 'data')

describe('configured keys', () => {
  test('are used unchanged', () => {
    const pair = webPush.generateVAPIDKeys()
    expect(readPush(variablesOf(pair), surroundings).keys).toEqual(pair)
  })

  test('must be set together and must match', () => {
    const [first, second] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()]
    expect(() => readPush({ VAPID_PUBLIC_KEY: first.publicKey }, surroundings)).toThrow('together')
    expect(() => readPush({ VAPID_PRIVATE_KEY: first.privateKey }, surroundings)).toThrow('together')
    expect(() => readPush(variablesOf({ ...first, privateKey: second.privateKey }), surroundings)).toThrow('does not match')
    expect(() => readPush(variablesOf({ ...first, privateKey: 'A'.repeat(43) }), surroundings)).toThrow('does not match')
  })

  test.each([{ VAPID_PUBLIC_KEY: 'short' }, { VAPID_PRIVATE_KEY: 'short' }, { VAPID_SUBJECT: 'nobody' }])(
    'are refused with the variable’s name: %s',
    (wrong) => {
      expect(() => readEnv({ DATA_DIR: scratch(), ...wrong })).toThrow(Object.keys(wrong)[0])
    },
  )
})

test('several servers in production require configured keys; a single server generates its own', () => {
  const production = { mode: 'production', publicUrl: 'https://saathi.example/', hasSeveralServers: true }
  expect(() => readPush({}, production)).toThrow('VAPID_PUBLIC_KEY')
  expect(readPush(variablesOf(), production).subject).toBe('https://saathi.example')
  expect(readPush({}, { ...production, hasSeveralServers: false }).keys).toBeUndefined()
  expect(readPush({ VAPID_SUBJECT: 'mailto:team@saathi.example' }, surroundings).subject).toBe('mailto:team@saathi.example')
})

describe('generated keys', () => {
  test('stay the same across restarts, and are readable by the owner only', () => {
    const dataDir = scratch()
    const made = storedPushKeys(dataDir)
    expect(made.publicKey).toMatch(/^[\w-]{87}$/)
    expect(made.privateKey).toMatch(/^[\w-]{43}$/)
    expect(storedPushKeys(dataDir)).toEqual(made)
    expect(statSync(join(dataDir, 'vapid.json')).mode & 0o077).toBe(0)
  })

  test('are not replaced if they are unreadable: that would silence every device', () => {
    const dataDir = scratch()
    storedPushKeys(dataDir)
    writeFileSync(join(dataDir, 'vapid.json'), '{')
    expect(() => storedPushKeys(dataDir)).toThrow('cannot be read')
  })
})
