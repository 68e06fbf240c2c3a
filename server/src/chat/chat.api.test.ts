import { getProfile } from '@saathi/contract/accounts/calls'
import { getLinkPreview } from '@saathi/contract/chat/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openChatFor } from '../../test/chat-channels.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { hostileUrls } from '../../test/hostile-urls.ts'
import { type SmallInternet, startSmallInternet } from '../../test/small-internet.ts'

let internet: SmallInternet
let server: TestServer
let personId: number
beforeAll(async () => {
  internet = await startSmallInternet()
  server = await startTestServer({}, { outgoing: internet.outgoing })
})
afterAll(async () => {
  await server.stop()
  await internet.stop()
})
beforeEach(async () => {
  personId = await buildTalker()
  // Previews are cached for a day; each test fetches its own.
  await server.db.deleteFrom('chat_link_preview').execute()
})

/** Link previews are part of chat, so chat must be enabled. */
async function buildTalker(): Promise<number> {
  const id = await server.buildPerson()
  await openChatFor(server, [id])
  return id
}
const preview = (url: string, who: number | null = personId) => server.ask(who, getLinkPreview, { query: { url } })
const empty = (url: string) => ({ title: '', description: '', image: '', url })

describe('a link preview', () => {
  test('shows the title and description of the page', async () => {
    internet.answerPage('<head><title>Saathi</title><meta name="description" content="Learn together"></head>')
    expect(await preview('http://page.example/about?x=1#part')).toMatchObject({
      status: 200,
      body: { title: 'Saathi', description: 'Learn together', image: '', url: 'http://page.example/about?x=1' },
    })
  })

  test('shows the address after a redirect', async () => {
    internet.answerWith((request, response) => {
      if (request.url === '/short') response.writeHead(301, { location: 'http://other.example/long' }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Long</title>')
    })
    expect((await preview('http://page.example/short')).body).toEqual({ ...empty('http://other.example/long'), title: 'Long' })
  })

  test('[CHT-12] is cached for a day and then fetched again', async () => {
    let visits = 0
    internet.answerWith((_request, response) => {
      visits += 1
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Visit ${visits}</title>`)
    })
    const first = await preview('http://page.example/kept')
    expect(await preview('http://page.example/kept#part', await buildTalker())).toMatchObject({ body: first.body })
    expect(visits).toBe(1)
    server.clock.advance(24 * 60 * 60 + 1)
    expect((await preview('http://page.example/kept')).body.title).toBe('Visit 2')
    server.clock.reset()
  })

  test('C60: shows tags in a title as plain text', async () => {
    internet.answerPage('<title><img src=x onerror=alert(1)></title>')
    const answer = await preview('http://page.example/')
    expect(answer.body.title).toBe('<img src=x onerror=alert(1)>')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('C61: requires a sign-in that is still valid after the page was fetched', async () => {
    expect(await preview('http://page.example/', null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    await server.tokenFor(personId)
    internet.answerWith((_request, response) => {
      const end = server.db.updateTable('sign_in').set({ ended_at: server.clock.now(), end_reason: 'signed_out' })
      void end
        .where('person_id', '=', personId)
        .execute()
        .then(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>late</title>'))
    })
    expect((await preview('http://page.example/')).status).toBe(401)
  })

  test('[CHT-01] is refused if chat is not enabled', async () => {
    const outsider = await server.buildPerson()
    await openChatFor(server, [outsider], { chattype: 'show' })
    expect(await preview('http://page.example/', outsider)).toMatchObject({ status: 403, body: { code: 'chat.off' } })
  })

  test('C61: fetches nothing for a disabled account', async () => {
    let visits = 0
    internet.answerWith((_request, response) => {
      visits += 1
      response.end()
    })
    await server.tokenFor(personId)
    await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', personId).execute()
    expect((await preview('http://page.example/')).status).toBe(401)
    expect(visits).toBe(0)
  })

  test('C61: is limited to sixty per minute and person, whatever the link', async () => {
    internet.answerPage('<title>x</title>')
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => preview(at % 2 ? 'http://page.example/' : 'http://127.0.0.1/')),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(40)
    expect(refused[0]?.body).toMatchObject({ code: 'core.too_many' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await preview('http://page.example/', await buildTalker())).status).toBe(200)
    server.clock.advance(60)
    expect((await preview('http://page.example/')).status).toBe(200)
    server.clock.reset()
  })

  test.each([[{}], [{ url: '' }], [{ url: 'a'.repeat(2049) }], [{ url: 'http://page.example/', other: '1' }]])(
    'refuses %j before any lookup',
    async (query) => {
      const headers = { authorization: `Bearer ${await server.tokenFor(personId)}` }
      const response = await server.app.inject({ url: getLinkPreview.path, query, headers })
      expect(response.statusCode).toBe(400)
    },
  )
})

test(`C57: ${hostileUrls.length} hostile links are refused without a connection`, async () => {
  const before = internet.visitsToCanary()
  for (let at = 0; at < hostileUrls.length; at += 50) {
    const who = await buildTalker()
    const some = hostileUrls.slice(at, at + 50)
    const answers = await Promise.all(some.map((url) => preview(url, who)))
    const wrong = some.filter((_, index) => answers[index]?.status !== 400 || answers[index].body.code !== 'chat.link_refused')
    expect(wrong).toEqual([])
  }
  expect(internet.visitsToCanary() - before).toBe(0)
})

describe('link previews reveal nothing about the network:', () => {
  test.each([
    ['an unknown host', 'http://nobody.example/', []],
    ['a host with a private address', 'http://inside.example/', ['10.0.0.1']],
    ['a host with private and public addresses', 'http://inside.example/', ['93.184.215.14', '127.0.0.1']],
  ])('C57: %s gives an empty preview', async (_what, url, addresses) => {
    internet.names['inside.example'] = addresses
    const before = internet.visitsToCanary()
    expect(await preview(url)).toMatchObject({ status: 200, body: empty(url) })
    expect(internet.visitsToCanary() - before).toBe(0)
  })

  test.each([301, 302, 303, 307, 308])('C58: a redirect to a private address with %i gives an empty preview', async (status) => {
    internet.answerWith((_request, response) => response.writeHead(status, { location: 'http://127.0.0.1/' }).end())
    const before = internet.visitsToCanary()
    expect(await preview('http://page.example/')).toMatchObject({ status: 200, body: empty('http://page.example/') })
    expect(internet.visitsToCanary() - before).toBe(0)
  })

  test.each([
    ['of the wrong type', '{}', { 'content-type': 'application/json' }],
    ['too large', 'a'.repeat(2_000_000), {}],
    ['nested very deeply', '<div>'.repeat(200_000), {}],
    ['empty', '', {}],
    ['not encoded as its header says', 'x', { 'content-encoding': 'br' }],
  ])('C59: a page that is %s gives an empty preview', async (_what, body, headers) => {
    internet.answerPage(body, headers)
    expect(await preview('http://page.example/')).toMatchObject({ status: 200, body: empty('http://page.example/') })
  })
})

test('C59: pages that never respond block nobody else and time out after five seconds', async () => {
  let waiting = 0
  internet.answerWith(() => {
    waiting += 1
  })
  const stuckId = await buildTalker()
  // More than the database connections of the server.
  const stuck = Promise.all(Array.from({ length: 40 }, () => preview('http://page.example/', stuckId)))
  await vi.waitFor(() => expect(waiting).toBe(40), 40_000)
  const others = await Promise.all(Array.from({ length: 20 }, () => server.ask(personId, getProfile, {})))
  expect(others.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
  const answers = await stuck
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    Array.from({ length: 40 }, () => ({ status: 200, body: empty('http://page.example/') })),
  )
})
