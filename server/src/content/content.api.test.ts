import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getSupportedLanguages, getTranslation } from '@saathi/contract/content/calls'
import { compileMessage } from '@saathi/contract/core/message'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

const texts = (languageCode: string) => server.ask(null, getTranslation, { query: { languageCode } })

/** Formats each text with this number for every value. */
const readAloud = (languageCode: string, translations: Readonly<Record<string, string>>, count: number) =>
  Object.entries(translations).map(([key, text]) => {
    const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, count]))
    return [key, compileMessage(languageCode, text)(values)]
  })

describe('languages', () => {
  test('are listed by code, also when signed out', async () => {
    const { status, body } = await server.ask(null, getSupportedLanguages, {})
    expect(status).toBe(200)
    expect(body.languages.map(({ languageCode }) => languageCode)).toEqual(['bn', 'en', 'hi', 'kn', 'mr', 'ta', 'te'])
    expect(body.languages.filter(({ isActive }) => isActive).map(({ language }) => language)).toEqual([
      'বাংলা',
      'English',
      'हिन्दी',
      'ಕನ್ನಡ',
      'मराठी',
      'தமிழ்',
      'తెలుగు',
    ])
    expect(body.languages.filter(({ isDefault }) => isDefault).map(({ languageCode }) => languageCode)).toEqual(['en'])
  })
})

describe('texts', () => {
  test('are all in the requested language', async () => {
    const english = await texts('en')
    const hindi = await texts('hi')
    expect(hindi).toMatchObject({ status: 200, body: { languageCode: 'hi' } })
    const keys = Object.keys(english.body.translations)
    expect(keys.length).toBeGreaterThan(0)
    expect(Object.keys(hindi.body.translations)).toEqual(expect.arrayContaining(keys))
    expect(keys.some((key) => hindi.body.translations[key] !== english.body.translations[key])).toBe(true)
  })

  test('come in two parts, which together are all', async () => {
    const partOf = async (part: 'first' | 'rest') => {
      const { body } = await server.ask(null, getTranslation, { query: { languageCode: 'hi', part } })
      return body.translations
    }
    const [first, rest] = [await partOf('first'), await partOf('rest')]
    expect(Object.keys(first)).toEqual(expect.arrayContaining(['signIn.title', 'learning.title', 'shell.mainMenu']))
    expect(Object.keys(rest)).toEqual(expect.arrayContaining(['calendar.title', 'chat.messages']))
    expect(Object.keys(first).filter((key) => key in rest)).toEqual([])
    expect({ ...first, ...rest }).toEqual((await texts('hi')).body.translations)
    expect(JSON.stringify(first).length).toBeLessThan(JSON.stringify(rest).length / 2)
  })

  test.each(['bn', 'kn', 'mr', 'ta', 'te'])('[NAV-06] in %s have every key, and are translated', async (code) => {
    const english = (await texts('en')).body.translations
    const { status, body } = await texts(code)
    expect(status).toBe(200)
    expect(Object.keys(body.translations).toSorted()).toEqual(Object.keys(english).toSorted())
    expect(body.translations['signIn.title']).not.toBe(english['signIn.title'])
    expect(body.translations['calendar.title']).not.toBe(english['calendar.title'])
  })

  test('[NAV-15] are in English for a language without texts', async () => {
    const gujarati = { code: 'gu', name: 'ગુજરાતી', is_active: false, is_default: false }
    await server.db.insertInto('language').values(gujarati).execute()
    const english = (await texts('en')).body.translations
    const { languageCode, translations } = (await texts('gu')).body
    expect({ languageCode, keys: Object.keys(translations) }).toEqual({ languageCode: 'gu', keys: Object.keys(english) })
    // Gujarati plural rules differ, but each formatted text must still equal the English one.
    for (const count of [0, 1, 2]) expect(readAloud('gu', translations, count)).toEqual(readAloud('en', english, count))
    await server.db.deleteFrom('language').where('code', '=', 'gu').execute()
  })

  test.each(['en', 'ta'])('in %s can be cached and revalidated by browsers', async (code) => {
    const first = await texts(code)
    const again = await texts(code)
    const other = await texts('hi')
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^W\/"[\w-]+"$/) })
    expect(again.headers['etag']).toBe(first.headers['etag'])
    expect(other.headers['etag']).not.toBe(first.headers['etag'])
    const unchanged = await server.app.inject({
      url: `${getTranslation.path}?language_code=${code}`,
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect({ status: unchanged.statusCode, body: unchanged.body }).toEqual({ status: 304, body: '' })
  })

  test('are compressed if the browser supports it', async () => {
    const url = `${getTranslation.path}?language_code=en`
    const plain = await server.app.inject({ url })
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await server.app.inject({ url, headers: { 'accept-encoding': accepted } })
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(packed.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 2)
      expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
    }
  })

  test('are refused for an unknown language', async () => {
    expect(await texts('xx')).toMatchObject({ status: 400, body: { code: 'content.language_not_offered' } })
  })

  test.each(['', 'english', '../en', 'EN'])('are refused for the invalid language code %j', async (code) => {
    expect(await texts(code)).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
  })
})

describe('pictures', () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>')
  const hash = createHash('sha256').update(bytes).digest('hex')

  test('are served by hash, cached forever, and cannot run scripts', async () => {
    await server.db.insertInto('programme_media').values({ hash, name: 'dot.svg', type: 'image/svg+xml', bytes }).execute()
    const picture = await server.app.inject(`/media/${hash}`)
    expect(picture.statusCode).toBe(200)
    expect(picture.rawPayload).toEqual(bytes)
    expect(picture.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
  })

  test.each([['f'.repeat(64)], ['short'], ['..%2f..%2fetc%2fpasswd'], ['%00']])('are not found by the name %s', async (name) => {
    const missing = await server.app.inject(`/media/${name}`)
    expect(missing.statusCode).toBe(404)
    expect(missing.json()).toMatchObject({ code: 'core.not_found' })
    expect(missing.headers['cache-control'] ?? '').not.toContain('immutable')
  })
})
