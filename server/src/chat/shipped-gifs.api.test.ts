import { readdirSync, readFileSync, statSync } from 'node:fs'
import { searchGifs } from '@saathi/contract/chat/calls'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel } from '../../test/chat-channels.ts'
import { addressOf, dialChat } from '../../test/chat-line.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

type Listed = { id: string; width: number; height: number; title: Record<string, string>; words: Record<string, string> }
const folder = new URL('../../gifs/', import.meta.url)
const listed: Listed[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))
const KB = 1024

let server: TestServer
let pair: BuiltChannel
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  pair = await buildChannel(server)
})
afterAll(() => server.stop())

const speak = (language: string) =>
  server.db.updateTable('person').set({ language_code: language }).where('id', '=', pair.mentorId).execute()
const search = async (searchText: string, pageNumber = 1) =>
  (await server.ask(pair.mentorId, searchGifs, { query: { searchText, pageNumber } })).body
const namesOf = async (searchText: string) => (await search(searchText)).gifs.map(({ id }) => id)

describe('the GIFs that are shipped', () => {
  test('[CHT-19] are offered without any settings, ten at a time, all of them in their order', async () => {
    const pages = [await search(''), await search(' ', 2), await search('', 3)]
    expect(pages.map(({ gifs, hasNextPage, isOffered }) => [gifs.length, hasNextPage, isOffered])).toEqual([
      [10, true, true],
      [10, true, true],
      [listed.length - 20, false, true],
    ])
    expect(pages.flatMap(({ gifs }) => gifs.map(({ id }) => id))).toEqual(listed.map(({ id }) => id))
    expect(await search('', 4)).toEqual({ gifs: [], hasNextPage: false, isOffered: true })
    const url = '/media/gifs/namaste.gif'
    expect(pages[0]?.gifs[0]).toEqual({ id: 'namaste', title: 'Namaste', url, previewUrl: url, width: 240, height: 180 })
  })

  test.each([
    ['birth', ['birthday']],
    ['CAKE', ['birthday']],
    ['good ni', ['good-night']],
    ['night good', ['good-night']],
    ['shukriya', ['thank-you']],
    ['धन्य', ['thank-you']],
    ['चाय', ['chai']],
    ['ight', []],
    ['good unicorn', []],
  ])('[CHT-19] are found by the beginnings of words: %s', async (text, ids) => {
    expect(await namesOf(text)).toEqual(ids)
  })

  test('[CHT-19] are called what the reader calls them, and in English where nobody has written it', async () => {
    await speak('hi')
    expect((await search('sun')).gifs[0]?.title).toBe('सुप्रभात')
    await speak('ta')
    expect((await search('sun')).gifs[0]?.title).toBe('Good morning')
    await speak('en')
  })

  test('are sent by their address, under a name of ours, and by no other', async () => {
    const line = await dialChat(addressOf(server.app), await server.tokenFor(pair.mentorId))
    const command = (url: string, name: string, tempId: string) => ({
      command: 'send' as const,
      channel: pair.channelId,
      message: '',
      tempId,
      attachments: [{ url, name, type: 'image/gif' }],
    })
    const url = '/media/gifs/hug.gif'
    for (const [called, shown] of [
      ['झप्पी', 'झप्पी'],
      ['Win a prize', 'A hug'],
    ] as const) {
      line.say(command(url, called, shown === called ? 'one' : 'two'))
      const sent = await line.next('new_message')
      const whole = { id: 'hug', type: 'image/gif', url, name: shown, width: 240, height: 180 }
      expect(JSON.parse(sent.attachments)).toMatchObject([whole])
    }
    for (const other of [
      '/media/gifs/none.gif',
      '/media/gifs/hug.gif?x',
      '/media/gifs/../hug.gif',
      'https://x.example/media/gifs/hug.gif',
    ]) {
      expect(await line.refusedWith(command(other, 'A hug', 'bad'))).toBe('chat.attachment_refused')
    }
    await line.close()
  })

  test('are handed out to every page, for long', async () => {
    const { statusCode, headers, rawPayload } = await server.app.inject('/media/gifs/hug.gif')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'public, max-age=2592000',
      'x-content-type-options': 'nosniff',
    })
    expect(rawPayload.equals(readFileSync(new URL('hug.gif', folder)))).toBe(true)
  })

  test.each(['none.gif', 'hug', 'index.json', '..%2Fpackage.json', '%2e%2e%2f%2e%2e%2fpackage.json', 'hug.gif%00'])(
    'and nothing else is: %s',
    async (name) => {
      expect((await server.app.inject(`/media/gifs/${name}`)).statusCode).toBe(404)
    },
  )
})

describe('the files', () => {
  test('are those of the list, with a title and words in both languages, and small together', () => {
    const names = readdirSync(folder).filter((name) => name !== 'index.json')
    expect(names.toSorted()).toEqual(listed.map(({ id }) => `${id}.gif`).toSorted())
    for (const { id, title, words } of listed) {
      expect([Object.keys(title), Object.keys(words)], id).toEqual([
        ['en', 'hi'],
        ['en', 'hi'],
      ])
    }
    const bytes = names.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
    expect(bytes).toBeLessThanOrEqual(700 * KB)
  })

  test.each(listed)('$id moves for ever, has its size and is small', async ({ id, width, height }) => {
    const bytes = readFileSync(new URL(`${id}.gif`, folder))
    const made = await sharp(bytes, { animated: true }).metadata()
    expect(made).toMatchObject({ format: 'gif', width, pageHeight: height, loop: 0 })
    expect(made.pages).toBeGreaterThan(5)
    expect(bytes.byteLength).toBeLessThanOrEqual(40 * KB)
  })
})
