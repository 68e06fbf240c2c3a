import { describe, expect, test } from 'vitest'
import { treatmentOf } from './listen.ts'

const origin = 'https://saathi.example'

type RequestSetup = { method?: string; mode?: string; headers?: Record<string, string> }
const treat = (path: string, { method = 'GET', mode = 'cors', headers = {} }: RequestSetup = {}) =>
  treatmentOf({ method, url: new URL(path, origin).href, mode, headers: new Headers(headers) }, origin)

describe('a navigation', () => {
  test.each(['/', '/signin', '/learninghub?x=1', '/mentorship/4/step/11', '/video/join-meeting/6f1c', '/development'])(
    'to %s is answered with the page',
    (path) => {
      expect(treat(path, { mode: 'navigate' })).toBe('page')
    },
  )

  test.each([
    '/api/v2/files/7/?signature=x',
    '/api',
    '/ws/live/',
    '/dev',
    '/dev/mail.json',
    '/assets/index-1a2b.js',
    '/media/abc',
    '/google-return.html',
    '/sw.js',
  ])('to %s is left to the browser', (path) => {
    expect(treat(path, { mode: 'navigate' })).toBe('leave')
  })

  test('to another origin is left to the browser', () => {
    expect(treat('https://accounts.example/learninghub', { mode: 'navigate' })).toBe('leave')
  })

  test('with POST is left to the browser', () => {
    expect(treat('/signin', { mode: 'navigate', method: 'POST' })).toBe('leave')
  })
})

describe('a request of a page', () => {
  test.each([
    ['/assets/index-1a2b.js', 'file'],
    ['/assets/anek-latin-latin-wght-normal-DZcssQ2.woff2', 'file'],
    ['/media/5feceb66ffc86f38', 'picture'],
  ])('for %s is cached as a %s', (path, treatment) => {
    expect(treat(path)).toBe(treatment)
  })

  test.each([
    '/api/v2/users/profile/',
    '/api/v2/identity/refresh/',
    '/api/v2/translation/getTranslation/?language_code=en',
    '/api/v2/files/7/thumbnail/?signature=x',
    '/media/previews/5feceb66ffc86f38',
    '/media/gifs/hello.gif',
    '/dev/accounts.json',
    '/ws/chat/',
    '/learninghub',
    '/favicon.svg',
    '/sw.js',
    '/assets/',
  ])('[PLT-01] for %s is never handled', (path) => {
    expect(treat(path)).toBe('leave')
  })

  test.each([
    ['with a token', { headers: { authorization: 'Bearer x' } }],
    ['for a range', { headers: { range: 'bytes=0-99' } }],
    ['with POST', { method: 'POST' }],
  ])('%s is never handled', (_how, setup) => {
    expect(treat('/media/5feceb66ffc86f38', setup)).toBe('leave')
    expect(treat('/assets/index-1a2b.js', setup)).toBe('leave')
  })
})
