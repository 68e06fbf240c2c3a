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
const demo = { DATA_DIR: join(mkdtempSync(join(tmpdir(), 'saathi-chat-')), 'data') }

describe('the settings of the chat', () => {
  test('use no service that is not configured', () => {
    expect(readEnv(production).chat).toEqual({ assistant: undefined, gifs: undefined })
  })

  test('accept any compatible endpoint, with or without a key', () => {
    const variables = { ASSISTANT_URL: 'https://models.example/v1/', ASSISTANT_MODEL: 'small-1' }
    const assistant = { url: 'https://models.example/v1', model: 'small-1', answerWithinMs: 55_000 }
    expect(readEnv({ ...production, ...variables }).chat.assistant).toEqual({ ...assistant, key: undefined })
    expect(readEnv({ ...production, ...variables, ASSISTANT_KEY: 'k' }).chat.assistant).toEqual({ ...assistant, key: 'k' })
  })

  test.each([
    [{ ASSISTANT_URL: 'https://models.example/v1' }, 'ASSISTANT_MODEL'],
    [{ ASSISTANT_MODEL: 'small-1' }, 'ASSISTANT_URL'],
    [{ ASSISTANT_URL: 'http://models.example/v1', ASSISTANT_MODEL: 'small-1' }, 'ASSISTANT_URL must begin with https://'],
    [{ ASSISTANT_URL: 'file:///etc/passwd', ASSISTANT_MODEL: 'small-1' }, 'ASSISTANT_URL'],
    [{ GIF_SERVICE_URL: 'https://gifs.example/v1' }, 'GIF_SERVICE_KEY'],
    [{ GIF_SERVICE_KEY: 'k', GIF_SERVICE_URL: 'https://gifs.example/v1' }, 'GIF_MEDIA_URL'],
  ])('%j are refused with the variable’s name', (variables, text) => {
    expect(() => readEnv({ ...production, ...variables })).toThrow(text)
  })

  test('allow an endpoint without TLS on this machine, except in production', () => {
    const variables = { ASSISTANT_URL: 'http://127.0.0.1:8080/v1', ASSISTANT_MODEL: 'small-1' }
    expect(readEnv({ ...demo, ...variables }).chat.assistant?.url).toBe('http://127.0.0.1:8080/v1')
    expect(() => readEnv({ ...production, ...variables })).toThrow('https://')
  })

  test('use GIPHY if only a key is set, and the given URLs otherwise', () => {
    expect(readEnv({ ...production, GIF_SERVICE_KEY: 'k' }).chat.gifs).toEqual({
      key: 'k',
      url: 'https://api.giphy.com/v1/gifs',
      mediaOrigin: 'https://*.giphy.com',
    })
    const variables = {
      GIF_SERVICE_KEY: 'k',
      GIF_SERVICE_URL: 'https://gifs.example/v1/',
      GIF_MEDIA_URL: 'https://media.example/x',
    }
    expect(readEnv({ ...production, ...variables }).chat.gifs).toEqual({
      key: 'k',
      url: 'https://gifs.example/v1',
      mediaOrigin: 'https://media.example',
    })
  })
})
