import { getLinkPreview } from '@saathi/contract/chat/calls'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { hugePng, makePicture, SECRET_LOCATION, svg } from '#core/files/test-pictures.ts'
import { buildChannel, openChatFor } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { type SmallInternet, startSmallInternet } from '../../../test/small-internet.ts'
import { deletePreviewsJob } from '../jobs.ts'

let internet: SmallInternet
let server: TestServer
let personId: number
beforeAll(async () => {
  internet = await startSmallInternet()
  server = await startTestServer({}, { outgoing: internet.outgoing })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.stop()
  await internet.stop()
})
beforeEach(async () => {
  personId = await buildTalker()
  await server.db.deleteFrom('chat_link_preview').execute()
})

async function buildTalker(): Promise<number> {
  const id = await server.buildPerson()
  await openChatFor(server, [id])
  return id
}

type Reply = { status?: number; headers: Record<string, string>; body: Buffer | string }
/** A page with this picture; every other address gets the picture's reply. */
function pageWith(picture: string, { status = 200, headers, body }: Reply): void {
  internet.answerWith((request, response) => {
    if (request.url === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Page</title><meta property="og:image" content="${picture}">`)
    } else response.writeHead(status, headers).end(body)
  })
}
const png = (body: Buffer | string): Reply => ({ headers: { 'content-type': 'image/png' }, body })
const page = 'http://page.example/'
const preview = async (who = personId) => (await server.ask(who, getLinkPreview, { query: { url: page } })).body
const open = (url: string) => server.app.inject({ url })
const count = async () => (await server.db.selectFrom('chat_preview_picture').select('id').execute()).length

describe('[CHT-12] the picture of a link preview', () => {
  test('is a small copy on our server, without the metadata of the original', async () => {
    const original = await makePicture({ width: 1200, height: 630, place: true })
    pageWith('/cover.jpg', { headers: { 'content-type': 'image/jpeg' }, body: original })
    const { title, image } = await preview()
    expect(title).toBe('Page')
    expect(image).toMatch(/^\/media\/previews\/[0-9a-f-]{36}$/)
    const { statusCode, headers, rawPayload } = await open(image)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 168 })
    expect(rawPayload.includes(SECRET_LOCATION)).toBe(false)
  })

  test('is fetched once for everybody', async () => {
    pageWith('/cover.png', png(await makePicture({ format: 'png' })))
    const first = await preview()
    expect(await preview(await buildTalker())).toEqual(first)
  })

  test.each<[string, Reply]>([
    ['is an SVG', { headers: { 'content-type': 'image/svg+xml' }, body: svg }],
    ['is an SVG labelled as PNG', png(svg)],
    ['is a page', { headers: { 'content-type': 'text/html' }, body: '<title>x</title>' }],
    ['has too many pixels', png(hugePng(20_000, 20_000))],
    ['is larger than a megabyte', png(Buffer.alloc(1_100_000))],
    ['is missing', { status: 404, headers: { 'content-type': 'image/png' }, body: '' }],
    ['is empty', png('')],
  ])('is left out if it %s', async (_what, reply) => {
    const before = await count()
    pageWith('/cover.png', reply)
    expect(await preview()).toMatchObject({ title: 'Page', image: '' })
    expect(await count()).toBe(before)
  })

  test.each([
    ['has a private address', 'http://127.0.0.1/x.png', null],
    ['has a host with a private address', 'http://inside.example/x.png', null],
    ['redirects to a private address', '/x.png', 'http://10.0.0.1/x.png'],
  ])('C57: is not fetched if it %s', async (_what, address, location) => {
    internet.names['inside.example'] = ['10.0.0.1']
    const before = internet.visitsToCanary()
    pageWith(address, location ? { status: 302, headers: { location }, body: '' } : png(await makePicture({ format: 'png' })))
    expect(await preview()).toMatchObject({ title: 'Page', image: '' })
    expect(internet.visitsToCanary() - before).toBe(0)
  })

  test('that never arrives does not delay the preview', async () => {
    internet.answerWith((request, response) => {
      if (request.url !== '/') return
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Page</title><meta property="og:image" content="/x.png">')
    })
    expect(await preview()).toMatchObject({ title: 'Page', image: '' })
  })

  test('can only be opened with its exact id', async () => {
    for (const id of [crypto.randomUUID(), 'x', '..%2f..%2fx', '1']) {
      expect((await open(`/media/previews/${id}`)).statusCode).toBe(404)
    }
  })

  test('stays while a message shows it, and is deleted two days later otherwise', async () => {
    const pair = await buildChannel(server)
    const client = await openChatSocket(addressOf(server.app), await server.tokenFor(pair.mentorId))
    pageWith('/cover.png', png(await makePicture({ format: 'png' })))
    const { image: sent } = await preview(pair.mentorId)
    const attachments = [{ type: 'link_preview', url: page }]
    client.say({ command: 'send', channel: pair.channelId, message: page, tempId: 'p', attachments })
    const shown = JSON.parse((await client.next('new_message')).attachments)
    expect(shown).toMatchObject([{ attachment_type: 'link_preview', thumbnail_presigned_url: sent }])
    await server.db.deleteFrom('chat_link_preview').execute()
    const { image: unsent } = await preview()
    const runJob = async () => {
      const work = await deletePreviewsJob.begin(tools(), {})
      await inTransaction(server.app.world, server.app.log, work)
    }
    const states = async () => [(await open(sent)).statusCode, (await open(unsent)).statusCode]
    server.clock.advance(47 * 60 * 60)
    await runJob()
    expect(await states()).toEqual([200, 200])
    server.clock.advance(2 * 60 * 60)
    await runJob()
    expect(await states()).toEqual([200, 404])
    server.clock.reset()
    await client.close()
  })
})

const tools = (): Parameters<typeof deletePreviewsJob.begin>[0] => ({
  db: server.db,
  now: server.clock.now,
  log: server.app.log,
  engines: {} as never,
  signal: new AbortController().signal,
})
