import { searchGifs } from '@saathi/contract/chat/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { type SmallInternet, startSmallInternet } from '../../../test/small-internet.ts'

const plain = { url: 'http://page.example/v1/gifs', key: 'a-key', mediaOrigin: 'https://*.media.example' }
const gifReply = (count: number, total = count) => ({
  data: Array.from({ length: count }, (_, at) => ({
    id: `gif${at}`,
    title: `Wave ${at}`,
    images: {
      fixed_height: { url: `https://m0.media.example/${at}/200.gif`, width: '356', height: '200' },
      fixed_height_small: { url: `https://m0.media.example/${at}/100.gif`, width: '178', height: '100' },
    },
  })),
  pagination: { total_count: total, count, offset: 0 },
})

let internet: SmallInternet
let server: TestServer
let pair: BuiltChannel
let requests: URL[]
beforeAll(async () => {
  internet = await startSmallInternet()
  server = await startTestServer({ chat: { assistant: undefined, gifs: plain } }, { outgoing: internet.outgoing })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.stop()
  await internet.stop()
})
beforeEach(async () => {
  pair = await buildChannel(server)
  requests = []
})

const search = (searchText: string, pageNumber = 1) =>
  server.ask(pair.mentorId, searchGifs, { query: { searchText, pageNumber } })
const answer = (body: object, status = 200) =>
  internet.answerWith((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://page.example'))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

describe('[CHT-19] GIFs', () => {
  test('come ten at a time, suitable for everybody, with their size', async () => {
    answer(gifReply(10, 25))
    const { body } = await search(' hello ', 2)
    expect(body).toMatchObject({ isOffered: true, hasNextPage: true })
    expect(body.gifs).toHaveLength(10)
    expect(body.gifs[0]).toEqual({
      id: 'gif0',
      title: 'Wave 0',
      url: 'https://m0.media.example/0/200.gif#356x200',
      previewUrl: 'https://m0.media.example/0/100.gif',
      width: 356,
      height: 200,
    })
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
      api_key: 'a-key',
      limit: '10',
      offset: '10',
      rating: 'g',
      q: 'hello',
    })
  })

  test('without a search text are the trending GIFs', async () => {
    answer(gifReply(1))
    expect((await search('')).body.hasNextPage).toBe(false)
    expect(requests[0]?.pathname).toBe('/v1/gifs/trending')
  })

  test('from another host are left out', async () => {
    const strange = gifReply(1)
    strange.data[0]!.images.fixed_height.url = 'https://evil.example/200.gif'
    answer(strange)
    expect((await search('x')).body.gifs).toEqual([])
  })

  test.each<[string, object, number]>([
    ['down', {}, 500],
    ['sending gibberish', { data: 5 }, 200],
  ])('reply with an error if the service is %s', async (_what, body, status) => {
    answer(body, status)
    expect(await search('x')).toMatchObject({ status: 503, body: { code: 'chat.gifs_down' } })
  })

  test('are sent by their address', async () => {
    const client = await openChatSocket(addressOf(server.app), await server.tokenFor(pair.mentorId))
    const url = 'https://m0.media.example/0/200.gif#356x200'
    const attachments = [{ name: 'Wave', type: 'image/gif', url }]
    client.say({ command: 'send', channel: pair.channelId, message: '', tempId: 'g', attachments })
    const sent = await client.next('new_message')
    expect(JSON.parse(sent.attachments)).toMatchObject([{ type: 'image/gif', url, width: 356, height: 200 }])
    for (const bad of [
      'https://media.example.evil.example/x.gif',
      'http://m0.media.example/x.gif',
      'https://u:p@m0.media.example/x.gif',
    ]) {
      const forged = [{ url: bad }]
      const code = await client.refusedWith({
        command: 'send',
        channel: pair.channelId,
        message: '',
        tempId: 'b',
        attachments: forged,
      })
      expect(code).toBe('chat.attachment_refused')
    }
    await client.close()
  })

  test('that were shipped with the product can still be sent after a service was configured', async () => {
    const client = await openChatSocket(addressOf(server.app), await server.tokenFor(pair.mentorId))
    const attachments = [{ name: 'Chai', type: 'image/gif', url: '/media/gifs/chai.gif' }]
    client.say({ command: 'send', channel: pair.channelId, message: '', tempId: 'o', attachments })
    const sent = await client.next('new_message')
    expect(JSON.parse(sent.attachments)).toMatchObject([{ type: 'image/gif', url: '/media/gifs/chai.gif', name: 'Chai' }])
    expect((await server.app.inject('/media/gifs/chai.gif')).statusCode).toBe(200)
    await client.close()
  })
})
