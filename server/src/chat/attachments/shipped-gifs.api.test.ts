import { readdirSync, readFileSync, statSync } from 'node:fs'
import { searchGifs } from '@saathi/contract/chat/calls'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildChannel, type BuiltChannel } from '../../../test/chat-channels.ts'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

type Entry = { id: string; width: number; height: number; title: Record<string, string>; words: Record<string, string> }
const folder = new URL('../../../gifs/', import.meta.url)
const entries: Entry[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))
const languages = ['en', 'bn', 'hi', 'kn', 'mr', 'ta', 'te']
const KB = 1024

let server: TestServer
let pair: BuiltChannel
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  pair = await buildChannel(server)
})
afterAll(() => server.stop())

const setLanguage = (language: string) =>
  server.db.updateTable('person').set({ language_code: language }).where('id', '=', pair.mentorId).execute()
const search = async (searchText: string, pageNumber = 1) =>
  (await server.ask(pair.mentorId, searchGifs, { query: { searchText, pageNumber } })).body
const namesOf = async (searchText: string) => (await search(searchText)).gifs.map(({ id }) => id)

describe('shipped GIFs', () => {
  test('[CHT-19] are offered without any settings, ten at a time, in their order', async () => {
    const pages = [await search(''), await search(' ', 2), await search('', 3)]
    expect(pages.map(({ gifs, hasNextPage, isOffered }) => [gifs.length, hasNextPage, isOffered])).toEqual([
      [10, true, true],
      [10, true, true],
      [entries.length - 20, false, true],
    ])
    expect(pages.flatMap(({ gifs }) => gifs.map(({ id }) => id))).toEqual(entries.map(({ id }) => id))
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
    ['ভাঁড়', ['chai']],
    ['வணக்', ['namaste', 'hello', 'good-morning']],
    ['పుట్టిన', ['birthday']],
    ['ಗಾಳಿ', ['kite']],
    ['झोप', ['good-night', 'sleepy']],
    ['ight', []],
    ['good unicorn', []],
  ])('[CHT-19] are found by the prefixes of words: %s', async (text, ids) => {
    expect(await namesOf(text)).toEqual(ids)
  })

  test('[CHT-19] have titles in the reader’s language, or in English if there is no translation', async () => {
    await setLanguage('hi')
    expect((await search('sun')).gifs[0]?.title).toBe('सुप्रभात')
    await setLanguage('ta')
    expect((await search('sun')).gifs[0]?.title).toBe('காலை வணக்கம்')
    const gujarati = { code: 'gu', name: 'ગુજરાતી', is_active: false, is_default: false }
    await server.db.insertInto('language').values(gujarati).execute()
    await setLanguage('gu')
    expect((await search('sun')).gifs[0]?.title).toBe('Good morning')
    await setLanguage('en')
  })

  test('are sent by their address, with one of our titles only', async () => {
    const client = await openChatSocket(addressOf(server.app), await server.tokenFor(pair.mentorId))
    const command = (url: string, name: string, tempId: string) => ({
      command: 'send' as const,
      channel: pair.channelId,
      message: '',
      tempId,
      attachments: [{ url, name, type: 'image/gif' }],
    })
    const url = '/media/gifs/hug.gif'
    for (const [sentName, shown] of [
      ['झप्पी', 'झप्पी'],
      ['Win a prize', 'A hug'],
    ] as const) {
      client.say(command(url, sentName, shown === sentName ? 'one' : 'two'))
      const sent = await client.next('new_message')
      const expected = { id: 'hug', type: 'image/gif', url, name: shown, width: 240, height: 180 }
      expect(JSON.parse(sent.attachments)).toMatchObject([expected])
    }
    for (const other of [
      '/media/gifs/none.gif',
      '/media/gifs/hug.gif?x',
      '/media/gifs/../hug.gif',
      'https://x.example/media/gifs/hug.gif',
    ]) {
      expect(await client.refusedWith(command(other, 'A hug', 'bad'))).toBe('chat.attachment_refused')
    }
    await client.close()
  })

  test('are served to every page and cached for a month', async () => {
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
    'are the only files served: %s',
    async (name) => {
      expect((await server.app.inject(`/media/gifs/${name}`)).statusCode).toBe(404)
    },
  )
})

describe('the files', () => {
  test('match the list, have titles and words in every language, and are small together', () => {
    const names = readdirSync(folder).filter((name) => name !== 'index.json')
    expect(names.toSorted()).toEqual(entries.map(({ id }) => `${id}.gif`).toSorted())
    for (const { id, title, words } of entries) {
      expect([Object.keys(title), Object.keys(words)], id).toEqual([languages, languages])
    }
    const bytes = names.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
    expect(bytes).toBeLessThanOrEqual(700 * KB)
  })

  test.each(entries)('$id loops forever, has the listed size and is small', async ({ id, width, height }) => {
    const bytes = readFileSync(new URL(`${id}.gif`, folder))
    const metadata = await sharp(bytes, { animated: true }).metadata()
    expect(metadata).toMatchObject({ format: 'gif', width, pageHeight: height, loop: 0 })
    expect(metadata.pages).toBeGreaterThan(5)
    expect(bytes.byteLength).toBeLessThanOrEqual(40 * KB)
  })
})
