import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://db/saathi',
  SAATHI_SECRET: 'kept by the operator of these tests alone',
  PUBLIC_URL: 'https://saathi.example',
  TRUSTED_PROXY: '10.0.0.1',
  SMTP_URL: 'smtps://mail.example',
}
const demo = { DATA_DIR: join(mkdtempSync(join(tmpdir(), 'saathi-video-')), 'data') }
const secret = 'kept by those who run the calls of tests'

describe('the settings of calls', () => {
  test('use no service that is not configured', () => {
    expect(readEnv(production).video).toEqual({
      stunUrls: [],
      turn: undefined,
      jitsi: undefined,
      transcription: undefined,
    })
  })

  test('contain STUN and TURN servers', () => {
    const variables = {
      STUN_URLS: 'stun:turn.example:3478',
      TURN_URLS: 'turn:turn.example:3478, turns:turn.example:5349?transport=tcp',
      TURN_SECRET: 'a secret of coturn and of nobody else',
    }
    expect(readEnv({ ...production, ...variables }).video).toMatchObject({
      stunUrls: ['stun:turn.example:3478'],
      turn: {
        urls: ['turn:turn.example:3478', 'turns:turn.example:5349?transport=tcp'],
        secret: 'a secret of coturn and of nobody else',
      },
    })
  })

  test('contain a Jitsi server, over TLS or outside production also on this machine', () => {
    const variables = { JITSI_DOMAIN: 'meet.example', JITSI_APP_ID: 'saathi', JITSI_APP_SECRET: secret }
    const jitsi = { origin: 'https://meet.example', domain: 'meet.example', appId: 'saathi', secret }
    expect(readEnv({ ...production, ...variables }).video.jitsi).toEqual(jitsi)
    const own = { ...variables, JITSI_DOMAIN: '127.0.0.1:9000' }
    expect(readEnv({ ...demo, ...own }).video.jitsi?.origin).toBe('http://127.0.0.1:9000')
    expect(readEnv({ ...production, ...own }).video.jitsi?.origin).toBe('https://127.0.0.1:9000')
  })

  test('accept any compatible transcription endpoint', () => {
    const variables = {
      TRANSCRIPTION_URL: 'https://models.example/v1/',
      TRANSCRIPTION_MODEL: 'whisper-1',
      TRANSCRIPTION_KEY: 'k',
    }
    expect(readEnv({ ...production, ...variables }).video.transcription).toEqual({
      url: 'https://models.example/v1',
      key: 'k',
      model: 'whisper-1',
      answerWithinMs: 600_000,
    })
  })

  test.each([
    [{ TURN_URLS: 'turn:turn.example' }, 'TURN_SECRET'],
    [{ TURN_URLS: 'https://turn.example', TURN_SECRET: 'long enough for it, and known to nobody' }, 'TURN_URLS'],
    [{ TURN_URLS: 'turn:turn.example', TURN_SECRET: 'short' }, 'TURN_SECRET'],
    [{ STUN_URLS: 'stun:a.example,nonsense' }, 'STUN_URLS'],
    [{ JITSI_DOMAIN: 'meet.example' }, 'JITSI_APP_ID'],
    [{ JITSI_DOMAIN: 'https://meet.example', JITSI_APP_ID: 'a', JITSI_APP_SECRET: secret }, 'JITSI_DOMAIN'],
    [{ JITSI_DOMAIN: 'meet.example', JITSI_APP_ID: 'a', JITSI_APP_SECRET: 'short' }, 'JITSI_APP_SECRET'],
    [{ TRANSCRIPTION_URL: 'https://models.example' }, 'TRANSCRIPTION_MODEL'],
    [{ TRANSCRIPTION_URL: 'http://models.example', TRANSCRIPTION_MODEL: 'm' }, 'TRANSCRIPTION_URL must begin with https://'],
    [{ TRANSCRIPTION_URL: 'http://127.0.0.1:9000', TRANSCRIPTION_MODEL: 'm' }, 'TRANSCRIPTION_URL must begin with https://'],
  ])('are refused with the variable’s name: %j', (variables, name) => {
    expect(() => readEnv({ ...production, ...variables })).toThrow(name)
  })
})
