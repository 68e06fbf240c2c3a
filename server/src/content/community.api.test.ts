import { getCommunity, listCards } from '@saathi/contract/content/community-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { communityFiles } from '../../test/programme-community.ts'
import { buildFolder } from '../../test/programme-folder.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { loadFolder } from '../programme/load/folder.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const load = async () => {
  await loadFolder(server.app.world, buildFolder(communityFiles()), server.app.log, async () => 'hash')
}
const ask = (personId: number | null = null, languageCode?: string) =>
  server.ask(personId, getCommunity, { query: languageCode === undefined ? {} : { languageCode } })
const texts = (text: string) => ({ text, locales: {} })
const cards = async (personId: number, expType: string) => {
  const authorization = `Bearer ${await server.tokenFor(personId)}`
  return server.app.inject({ url: `${listCards.path}?exp_type=${expType}`, headers: { authorization } })
}

test('the lists are empty without a programme', async () => {
  const empty = await startTestServer()
  try {
    expect(await empty.ask(null, getCommunity, { query: {} })).toMatchObject({ status: 200, body: { community: [], faq: [] } })
    const input = { query: { expType: 'Internship' } } as const
    expect(await empty.ask(await empty.buildPerson(), listCards, input)).toMatchObject({ status: 200, body: { cards: [] } })
  } finally {
    await empty.stop()
  }
})

describe('the community list', () => {
  beforeEach(load)

  test('[NAV-07] has privacy policy, terms and code of conduct with ids 3, 4 and 6, also when signed out', async () => {
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body.community.map(({ id, title, version }) => [id, title, version])).toEqual([
      [3, 'Privacy policy', 1],
      [4, 'Terms of service', 2],
      [6, 'Code of conduct', 1],
    ])
    expect(body.community[0]?.content).toBe('We keep **little**.\n\nReally.')
  })

  test('[NAV-07] uses the requested language, else the reader’s, else the base language', async () => {
    const reader = await server.buildPerson({ language: 'hi' })
    const titles = async (...args: Parameters<typeof ask>) =>
      (await ask(...args)).body.community.map(({ localeTitle }) => localeTitle).slice(0, 1)
    expect(await titles(null, 'hi')).toEqual(['निजता नीति'])
    expect(await titles(reader)).toEqual(['निजता नीति'])
    expect(await titles(reader, 'en')).toEqual(['Privacy policy'])
    expect(await titles(null, 'ta')).toEqual(['Privacy policy'])
    expect(await titles()).toEqual(['Privacy policy'])
  })

  test('[NAV-08] has FAQ topics with questions and answers', async () => {
    const { body } = await ask(await server.buildPerson(), 'hi')
    expect(body.faq).toEqual([
      {
        topicTitle: 'Your account',
        localeTopicTitle: 'आपका खाता',
        content: [
          {
            question: 'May I leave?',
            localeQuestion: 'क्या मैं जा सकती हूँ?',
            answer: 'Yes, **any day**.',
            localeAnswer: 'हाँ, **किसी भी दिन**।',
          },
        ],
      },
    ])
  })

  test('[NAV-07] has only the three legal texts for people who are signed out', async () => {
    const other = { title: JSON.stringify(texts('Inside')), content: JSON.stringify(texts('For members.')) }
    const row = { id: 5, version: 1, updated_at: server.clock.now(), ...other }
    await server.db.insertInto('community_item').values(row).execute()
    const outside = (await ask(null, 'en')).body
    expect([outside.community.map(({ id }) => id), outside.faq]).toEqual([[3, 4, 6], []])
    const inside = (await ask(await server.buildPerson(), 'en')).body
    expect([inside.community.map(({ id }) => id), inside.faq.length]).toEqual([[3, 4, 5, 6], 1])
    await server.db.deleteFrom('community_item').where('id', '=', 5).execute()
  })

  test('treats an invalid token as signed out', async () => {
    const reply = await server.app.inject({ url: getCommunity.path, headers: { authorization: 'Bearer not.a.token' } })
    expect(reply.statusCode).toBe(200)
    expect([reply.json().community.length, reply.json().faq]).toEqual([3, []])
  })

  test('can be cached and revalidated by browsers', async () => {
    const first = await ask()
    const other = await ask(null, 'hi')
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^W\/"[\w-]+"$/) })
    expect(other.headers['etag']).not.toBe(first.headers['etag'])
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const unchanged = await server.app.inject({ url: getCommunity.path, headers })
    expect({ status: unchanged.statusCode, body: unchanged.body }).toEqual({ status: 304, body: '' })
  })

  test.each(['english', '../en'])('refuses %j as a language code', async (code) => {
    expect(await ask(null, code)).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
  })
})

describe('cards', () => {
  beforeEach(load)

  test('[NAV-13] are the same for Internship and Intership, in order and with existing pictures', async () => {
    const personId = await server.buildPerson({ language: 'hi' })
    const reply = await cards(personId, 'Internship')
    expect(reply.statusCode).toBe(200)
    const list = reply.json().cards
    expect(list).toMatchObject([
      {
        text: 'A desk of your own',
        locale_text: 'आपकी मेज़',
        link: 'https://saathi.example/desk',
        image_width: 4,
        image_height: 4,
      },
      { text: 'A team', link: null },
    ])
    expect((await server.app.inject(list[0].image)).statusCode).toBe(200)
    expect((await cards(personId, 'Intership')).json()).toEqual({ cards: list })
  })

  test('[NAV-13] are different for mentorships', async () => {
    const { body } = await server.ask(await server.buildPerson(), listCards, {
      query: { expType: 'Mentorship', imageType: 'web' },
    })
    expect(body.cards.map(({ text }) => text)).toEqual(['Someone who listens'])
  })

  test('refuse an unknown type, and people who are signed out', async () => {
    const other = await cards(await server.buildPerson(), 'Job')
    expect(other.statusCode).toBe(400)
    expect(other.json()).toMatchObject({ code: 'core.bad_input' })
    expect((await server.app.inject({ url: `${listCards.path}?exp_type=Internship` })).statusCode).toBe(401)
  })
})
