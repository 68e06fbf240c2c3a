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
const demo = { DATA_DIR: join(mkdtempSync(join(tmpdir(), 'saathi-calendars-')), 'data') }
const client = (name: string) => ({ [`CALENDAR_${name}_CLIENT_ID`]: 'us', [`CALENDAR_${name}_CLIENT_SECRET`]: 'only-we-know' })
const standIn = (origin: string) => ({
  ...client('GOOGLE'),
  CALENDAR_GOOGLE_AUTHORIZATION_URL: `${origin}/auth`,
  CALENDAR_GOOGLE_TOKEN_URL: `${origin}/token`,
  CALENDAR_GOOGLE_API_URL: `${origin}/api`,
})

describe('the settings of personal calendars', () => {
  test('offer no provider that is not configured', () => {
    expect(readEnv(production).calendars).toEqual({
      answerWithinMs: 10_000,
      google: undefined,
      outlook: undefined,
      yahoo: undefined,
      apple: undefined,
    })
  })

  test('default to the providers’ documented URLs when a client is set', () => {
    const { google, outlook, yahoo } = readEnv({
      ...production,
      ...client('GOOGLE'),
      ...client('OUTLOOK'),
      ...client('YAHOO'),
    }).calendars
    expect([google, outlook, yahoo]).toMatchObject([
      { clientId: 'us', tokenUrl: 'https://oauth2.googleapis.com/token', apiUrl: 'https://www.googleapis.com/calendar/v3' },
      { clientSecret: 'only-we-know', revocationUrl: undefined, apiUrl: 'https://graph.microsoft.com/v1.0' },
      { authorizationUrl: 'https://api.login.yahoo.com/oauth2/request_auth', apiUrl: 'https://caldav.calendar.yahoo.com' },
    ])
  })

  test('use a stand-in’s URLs if all are set; Apple needs only its URL', () => {
    const { google, apple } = readEnv({
      ...production,
      ...standIn('https://calendars.example'),
      CALENDAR_APPLE_CALDAV_URL: 'https://caldav.icloud.com',
    }).calendars
    expect(google).toMatchObject({ tokenUrl: 'https://calendars.example/token', revocationUrl: undefined })
    expect(apple).toEqual({ caldavUrl: 'https://caldav.icloud.com' })
  })

  test.each([
    ['a client without its secret', { CALENDAR_OUTLOOK_CLIENT_ID: 'us' }],
    ['a secret without its client', { CALENDAR_OUTLOOK_CLIENT_SECRET: 'only-we-know' }],
    ['some URLs of a stand-in', { ...client('YAHOO'), CALENDAR_YAHOO_TOKEN_URL: 'https://calendars.example/token' }],
    ['a stand-in without a client', { CALENDAR_GOOGLE_API_URL: 'https://calendars.example' }],
    ['plain http', standIn('http://calendars.example')],
    ['plain http on this machine, in production', standIn('http://127.0.0.1:9000')],
    ['plain http for a password', { CALENDAR_APPLE_CALDAV_URL: 'http://calendars.example' }],
    [
      'a URL that a browser would execute',
      { ...standIn('https://a.example'), CALENDAR_GOOGLE_AUTHORIZATION_URL: 'javascript:alert(1)' },
    ],
    ['a line break in a value used in requests', { ...client('GOOGLE'), CALENDAR_GOOGLE_CLIENT_ID: 'us\nthem' }],
  ])('are refused at startup with the variable’s name: %s', (_what, variables) => {
    expect(() => readEnv({ ...production, ...variables })).toThrow('CALENDAR_')
  })

  test('allow plain http on this machine outside production', () => {
    expect(readEnv({ ...demo, ...standIn('http://127.0.0.1:9000') }).calendars.google).toMatchObject({
      apiUrl: 'http://127.0.0.1:9000/api',
    })
    expect(() => readEnv({ ...demo, ...standIn('http://calendars.example') })).toThrow('https://')
  })
})
