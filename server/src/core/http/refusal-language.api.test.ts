import { signIn } from '@saathi/contract/accounts/identity-calls'
import { getTranslation } from '@saathi/contract/content/calls'
import { toggleBookmark } from '@saathi/contract/learning/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const UNKNOWN = { body: { session: 999_999_999 } }
const noSession = { en: 'There is no such session.', hi: 'ऐसा कोई सत्र नहीं है।', ta: 'அப்படி ஒரு செஷன் இல்லை.' } as const

describe('a refusal', () => {
  test.each(Object.entries(noSession))('is in the language of a signed-in person: %s', async (language, message) => {
    const person = await server.buildPerson({ language })
    const refused = await server.ask(person, toggleBookmark, UNKNOWN, { 'accept-language': 'bn' })
    expect(refused).toMatchObject({ status: 404, body: { code: 'learning.session_not_found', message } })
  })

  test.each([
    ['hi-IN,hi;q=0.9,en;q=0.8', 'कृपया साइन इन कीजिए।'],
    ['fr, mr;q=0.5', 'कृपया साइन इन करा.'],
    ['fr', 'Please sign in.'],
    ['', 'Please sign in.'],
  ])('without an account is in the browser’s first language that has texts: %s', async (header, message) => {
    const refused = await server.ask(null, toggleBookmark, UNKNOWN, { 'accept-language': header })
    expect(refused).toMatchObject({ status: 401, body: { code: 'core.signed_out', message } })
  })

  test('translates the texts of its fields', async () => {
    const refused = await server.ask(null, signIn, { body: { email: 'nobody', password: '' } }, { 'accept-language': 'hi' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'core.bad_input', errors: { email: ['यह सही नहीं है'] } } })
  })

  test('adds nothing to the dictionary that the web loads', async () => {
    const { body } = await server.ask(null, getTranslation, { query: { languageCode: 'hi' } })
    expect(Object.keys(body.translations).length).toBeGreaterThan(500)
    expect(Object.keys(body.translations).filter((key) => key.startsWith('refusal.'))).toEqual([])
  })
})
