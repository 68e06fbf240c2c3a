import { getLinkPreview } from '@saathi/contract/chat/calls'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { hugePng, makePicture, SECRET_PLACE, svg } from '#core/files/test-pictures.ts'
import { buildChannel, openChatFor } from '../../test/chat-channels.ts'
import { addressOf, dialChat } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { type SmallInternet, startSmallInternet } from '../../test/small-internet.ts'
import { forgetPreviewsJob } from './preview-job.ts'

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

type Answer = { status?: number; headers: Record<string, string>; body: Buffer | string }
/** A page that names this picture; whoever asks for anything else gets the picture's answer. */
function pageWith(picture: string, { status = 200, headers, body }: Answer): void {
  internet.answerWith((request, response) => {
    if (request.url === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<title>Page</title><meta property="og:image" content="${picture}">`)
    } else response.writeHead(status, headers).end(body)
  })
}
const png = (body: Buffer | string): Answer => ({ headers: { 'content-type': 'image/png' }, body })
const page = 'http://page.example/'
const preview = async (who = personId) => (await server.ask(who, getLinkPreview, { query: { url: page } })).body
const open = (url: string) => server.app.inject({ url })
const count = async () => (await server.db.selectFrom('chat_preview_picture').select('id').execute()).length

describe('[CHT-12] the picture of a page', () => {
  test('is a small copy that lies with us, without what the original carried', async () => {
    const given = await makePicture({ width: 1200, height: 630, place: true })
    pageWith('/cover.jpg', { headers: { 'content-type': 'image/jpeg' }, body: given })
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
    expect(rawPayload.includes(SECRET_PLACE)).toBe(false)
  })

  test('is fetched once for everybody', async () => {
    pageWith('/cover.png', png(await makePicture({ format: 'png' })))
    const first = await preview()
    expect(await preview(await buildTalker())).toEqual(first)
  })

  test.each<[string, Answer]>([
    ['is a drawing', { headers: { 'content-type': 'image/svg+xml' }, body: svg }],
    ['is a drawing that says it is a picture', png(svg)],
    ['is a page', { headers: { 'content-type': 'text/html' }, body: '<title>x</title>' }],
    ['has too many pixels', png(hugePng(20_000, 20_000))],
    ['is larger than a megabyte', png(Buffer.alloc(1_100_000))],
    ['is not there', { status: 404, headers: { 'content-type': 'image/png' }, body: '' }],
    ['is nothing', png('')],
  ])('is left out where it %s', async (_what, answer) => {
    const before = await count()
    pageWith('/cover.png', answer)
    expect(await preview()).toMatchObject({ title: 'Page', image: '' })
    expect(await count()).toBe(before)
  })

  test.each([
    ['lies inside by its address', 'http://127.0.0.1/x.png', null],
    ['lies inside by its name', 'http://inside.example/x.png', null],
    ['leads inside', '/x.png', 'http://10.0.0.1/x.png'],
  ])('C57: is not asked for where it %s', async (_what, address, location) => {
    internet.names['inside.example'] = ['10.0.0.1']
    const before = internet.visitsToCanary()
    pageWith(address, location ? { status: 302, headers: { location }, body: '' } : png(await makePicture({ format: 'png' })))
    expect(await preview()).toMatchObject({ title: 'Page', image: '' })
    expect(internet.visitsToCanary() - before).toBe(0)
  })

  test('that never comes holds up nothing: the page is shown without it', async () => {
    internet.answerWith((request, response) => {
      if (request.url !== '/') return
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Page</title><meta property="og:image" content="/x.png">')
    })
    expect(await preview()).toMatchObject({ title: 'Page', image: '' })
  })

  test('is found by its address alone', async () => {
    for (const id of [crypto.randomUUID(), 'x', '..%2f..%2fx', '1']) {
      expect((await open(`/media/previews/${id}`)).statusCode).toBe(404)
    }
  })

  test('stays as long as a message shows it, and goes two days later where none does', async () => {
    const pair = await buildChannel(server)
    const line = await dialChat(addressOf(server.app), await server.tokenFor(pair.mentorId))
    pageWith('/cover.png', png(await makePicture({ format: 'png' })))
    const { image: sent } = await preview(pair.mentorId)
    const attachments = [{ type: 'link_preview', url: page }]
    line.say({ command: 'send', channel: pair.channelId, message: page, tempId: 'p', attachments })
    const shown = JSON.parse((await line.next('new_message')).attachments)
    expect(shown).toMatchObject([{ attachment_type: 'link_preview', thumbnail_presigned_url: sent }])
    await server.db.deleteFrom('chat_link_preview').execute()
    const { image: unsent } = await preview()
    const forget = async () => {
      const work = await forgetPreviewsJob.begin(tools(), {})
      await inTransaction(server.app.world, server.app.log, work)
    }
    const states = async () => [(await open(sent)).statusCode, (await open(unsent)).statusCode]
    server.clock.advance(47 * 60 * 60)
    await forget()
    expect(await states()).toEqual([200, 200])
    server.clock.advance(2 * 60 * 60)
    await forget()
    expect(await states()).toEqual([200, 404])
    server.clock.reset()
    await line.close()
  })
})

const tools = (): Parameters<typeof forgetPreviewsJob.begin>[0] => ({
  db: server.db,
  now: server.clock.now,
  log: server.app.log,
  engines: {} as never,
  signal: new AbortController().signal,
})
