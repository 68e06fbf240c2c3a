import { getLinkPreview } from '@saathi/contract/chat/calls'
import { Attachment, type ChatMessage, type SentAttachment } from '@saathi/contract/chat/socket'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { heicPicture, makeAnimation, makePicture } from '#core/files/test-pictures.ts'
import { sendUpload } from '#core/files/test-upload.ts'
import { buildChannel, type BuiltChannel, storedMessages } from '../../../test/chat-channels.ts'
import { addressOf, type ChatSocket, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { type SmallInternet, startSmallInternet } from '../../../test/small-internet.ts'
import { zipOf } from '../../../test/zip.ts'
import { publishChannelsChanged } from '../server-events.ts'

const MAX = 5 * 1024 * 1024
let internet: SmallInternet
let server: TestServer
let pair: BuiltChannel
let mentee: number
let client: ChatSocket
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
  pair = await buildChannel(server)
  mentee = pair.menteeIds[0] ?? 0
  client = await dial(mentee)
})
afterEach(() => client.close())

/** Waits until authenticated, because the server sends nothing before. */
async function dial(who: number): Promise<ChatSocket> {
  const dialed = await openChatSocket(addressOf(server.app), await server.tokenFor(who))
  await dialed.settle()
  return dialed
}

const upload = (bytes: Uint8Array, name: string, type: string, who = mentee) =>
  sendUpload(server, who, { bytes, name, type, purpose: 'chat' })
let count = 0
const command = (attachments: SentAttachment[], message = '') =>
  ({ command: 'send', channel: pair.channelId, message, attachments, tempId: `file-${(count += 1)}` }) as const
async function send(attachments: SentAttachment[], message = ''): Promise<ChatMessage> {
  const sent = command(attachments, message)
  client.say(sent)
  return client.next('new_message', ({ temp_id }) => temp_id === sent.tempId)
}
/** Tests read at least one, and fail if there is none. */
const attachmentsOf = ({ attachments }: ChatMessage): [Attachment, ...Attachment[]] =>
  z.array(Attachment).parse(JSON.parse(attachments)) as never
const open = (url: string) => server.app.inject({ url })
const text = (words: string) => Buffer.from(words)
const container = (name: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le'), Buffer.alloc(600)])
const pdf = text('%PDF-1.4\n1 0 obj\n%%EOF')
const office = (part: string) => zipOf({ '[Content_Types].xml': contentTypes(part), [`${part}/document.xml`]: '<x/>' })
const officeTypes: Record<string, string> = {
  word: 'wordprocessingml.document',
  xl: 'spreadsheetml.sheet',
  ppt: 'presentationml.presentation',
}
const contentTypes = (part: string) => {
  const type = `application/vnd.openxmlformats-officedocument.${officeTypes[part]}.main+xml`
  return `<?xml version="1.0"?><Types><Override PartName="/${part}/document.xml" ContentType="${type}"/></Types>`
}

describe('[CHT-10] a file', () => {
  test.each([
    ['notes.txt', 'text/plain', text('Hello नमस्ते\n')],
    ['table.csv', 'text/csv', text('a,b\n1,2\n')],
    ['table.csv', 'application/vnd.ms-excel', text('a,b\n1,2\n')],
    ['letter.pdf', 'application/pdf', pdf],
    ['old.doc', 'application/msword', container('WordDocument')],
    ['old.xls', 'application/vnd.ms-excel', container('Workbook')],
    ['old.ppt', 'application/vnd.ms-powerpoint', container('PowerPoint Document')],
    ['new.docx', 'application/octet-stream', office('word')],
    ['new.xlsx', 'application/octet-stream', office('xl')],
    ['new.pptx', 'application/octet-stream', office('ppt')],
  ])('%s (%s) is accepted and keeps its name', async (name, type, bytes) => {
    expect(await upload(bytes, name, type)).toMatchObject({ status: 200, body: { name } })
  })

  test.each([
    ['C51: page.html', 'text/html', text('<html></html>')],
    ['C51: drawing.svg', 'image/svg+xml', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['C51: code.js', 'text/javascript', text('alert(1)')],
    ['C51: data.xml', 'text/xml', text('<?xml version="1.0"?><x/>')],
    ['C51: tool.exe', 'application/x-msdownload', text('MZ\0\0\0\0')],
    ['C51: page.php', 'application/octet-stream', text('<?php echo 1;')],
    ['C52: picture.png', 'image/png', text('<html></html>')],
    ['C52: picture.png', 'image/png', pdf],
    ['C52: picture.png', 'image/png', zipOf({ a: 'b' })],
    ['C52: letter.pdf', 'application/pdf', text('<html></html>')],
    ['C52: notes.txt', 'text/plain', Buffer.from([0, 1, 2, 3])],
    ['C52: notes.txt', 'text/plain', text('MZ\0\0')],
    ['C52: old.doc', 'application/msword', container('Workbook')],
    ['C52: new.docx', 'application/octet-stream', office('xl')],
    ['an archive.zip', 'application/zip', zipOf({ a: 'b' })],
    ['empty.txt', 'text/plain', Buffer.alloc(0)],
  ])('%s is refused, over HTTP and in the frame, with the specified message', async (name, type, bytes) => {
    expect((await upload(bytes, name, type)).status).toBe(415)
    client.say(command([{ name, type, data: bytes.toString('base64') }]))
    expect(await client.next('error')).toMatchObject({
      code: 'chat.file_type',
      message:
        'Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx',
    })
    expect(await storedMessages(server, pair.channelId)).toEqual([])
  })

  test('C54: of exactly 5 MB is accepted, and one byte more is refused, over HTTP and in the frame', async () => {
    const atLimit = Buffer.alloc(MAX, 'a')
    const more = Buffer.alloc(MAX + 1, 'a')
    expect((await upload(atLimit, 'a.txt', 'text/plain')).status).toBe(200)
    expect((await upload(more, 'a.txt', 'text/plain')).status).toBe(413)
    expect((await send([{ name: 'a.txt', type: 'text/plain', data: atLimit.toString('base64') }])).msg_id).toBeGreaterThan(0)
    client.say(command([{ name: 'a.txt', type: 'text/plain', data: more.toString('base64') }]))
    expect(await client.next('error')).toMatchObject({
      code: 'chat.file_too_large',
      message: 'Files with more than 5 MB are not allowed.',
    })
  })

  test('in the frame is stored once if it is sent repeatedly, and not at all in a closed channel', async () => {
    const sent = command([{ name: 'a.txt', type: 'text/plain', data: text('words').toString('base64') }])
    const fileCount = async () =>
      (await server.db.selectFrom('file').select('id').where('owner_id', '=', mentee).execute()).length
    for (let time = 0; time < 3; time += 1) {
      client.say(sent)
      await client.next('new_message', ({ temp_id }) => temp_id === sent.tempId)
    }
    expect(await fileCount()).toBe(1)
    const blackout_until = new Date(server.clock.now().getTime() + 60_000)
    await server.db.updateTable('chat_channel').set({ blackout_until }).where('id', '=', pair.channelId).execute()
    publishChannelsChanged(server.app.world, [pair.channelId], [])
    client.say({ ...sent, tempId: 'closed' })
    expect(await client.next('error')).toMatchObject({ code: 'chat.closed', temp_id: 'closed' })
    expect(await fileCount()).toBe(1)
  })

  test('C54: must be the only one', async () => {
    const { body } = await upload(text('x'), 'a.txt', 'text/plain')
    expect(await client.refusedWith(command([{ id: body.id }, { id: body.id }]))).toBe('chat.one_attachment')
  })

  test('is sent by its id, without text, and shown to both with personal links', async () => {
    const other = await dial(pair.mentorId)
    const { body } = await upload(await makePicture(), 'me.jpg', 'image/jpeg')
    const [own] = attachmentsOf(await send([{ id: body.id }]))
    const [theirs] = attachmentsOf(await other.next('new_message'))
    expect(own).toMatchObject({
      id: body.id,
      name: 'me.jpg',
      attachment_name: 'me.jpg',
      type: 'image/jpeg',
      width: 60,
      height: 40,
    })
    expect(theirs.presigned_url).not.toBe(own.presigned_url)
    for (const url of [own.presigned_url, own.thumbnail_presigned_url, theirs.presigned_url, theirs.thumbnail_presigned_url]) {
      expect((await open(url)).statusCode).toBe(200)
    }
    await other.close()
  })

  test.each([['not base64!'], ['===='], ['data:text/plain;base64,####']])('in the frame as %j is refused', async (data) => {
    expect(await client.refusedWith(command([{ name: 'a.txt', type: 'text/plain', data }]))).toBe('chat.attachment_refused')
  })

  test('of somebody else, or uploaded for another purpose, looks as if it did not exist', async () => {
    const others = await upload(text('x'), 'a.txt', 'text/plain', pair.mentorId)
    const portrait = await sendUpload(server, mentee, { bytes: await makePicture() })
    for (const id of [others.body.id, portrait.body.id, crypto.randomUUID()]) {
      expect(await client.refusedWith(command([{ id }]))).toBe('chat.attachment_refused')
    }
  })

  test('C55: has a path removed from its name', async () => {
    const { body } = await upload(text('x'), '../../etc/pass"wd\r\n.txt', 'text/plain')
    expect(body.name).not.toMatch(/[/\\"\r\n]/)
  })
})

test('[CHT-11] a HEIC is converted to a picture that every browser shows, with a thumbnail', async () => {
  const { body } = await upload(heicPicture, 'photo.heic', 'image/heic')
  const [shown] = attachmentsOf(await send([{ id: body.id }]))
  expect(shown).toMatchObject({ type: 'image/jpeg', name: 'photo.jpg' })
  const { headers, rawPayload } = await open(shown.thumbnail_presigned_url)
  expect(headers['content-type']).toBe('image/webp')
  // The size is sent with the message, for people who load pictures on tap.
  expect(shown.thumbnail_size).toBe(rawPayload.length)
})

test('[CHT-11] a GIF stays animated and has a still thumbnail', async () => {
  const { body } = await upload(await makeAnimation(), 'wave.gif', 'image/gif')
  const [shown] = attachmentsOf(await send([{ id: body.id }]))
  expect(shown).toMatchObject({ type: 'image/gif', name: 'wave.gif', width: 30, height: 20 })
  const { headers, rawPayload } = await open(shown.presigned_url)
  expect(headers).toMatchObject({ 'content-type': 'image/gif', 'content-disposition': expect.stringMatching(/^attachment/) })
  expect((await sharp(rawPayload, { animated: true }).metadata()).pages).toBe(3)
  expect((await open(shown.thumbnail_presigned_url)).headers['content-type']).toBe('image/webp')
})

describe('[CHT-11] a link', () => {
  async function sent() {
    const other = await dial(pair.mentorId)
    const { body } = await upload(text('for us two'), 'a.txt', 'text/plain')
    await send([{ id: body.id }])
    const [theirs] = attachmentsOf(await other.next('new_message'))
    await other.close()
    return { url: theirs.presigned_url, fileId: String(body.id) }
  }

  test('C53: is a download without content that a browser could run', async () => {
    const { headers, body } = await open((await sent()).url)
    expect(body).toBe('for us two')
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': expect.stringMatching(/^attachment; filename="a.txt"/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
  })

  test('C21: stops working after it expires, without membership, and if one character is changed', async () => {
    const { url } = await sent()
    expect((await open(url)).statusCode).toBe(200)
    expect((await open(url.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/')))).statusCode).toBe(404)
    const setActive = (is_active: boolean) =>
      server.db.updateTable('chat_member').set({ is_active }).where('person_id', '=', pair.mentorId).execute()
    await setActive(false)
    expect((await open(url)).statusCode).toBe(404)
    await setActive(true)
    expect((await open(url)).statusCode).toBe(200)
    server.clock.advance(11 * 60)
    expect((await open(url)).statusCode).toBe(404)
    server.clock.reset()
  })

  test('C21: is not created for a stranger, even if they know the file', async () => {
    const { fileId } = await sent()
    const stranger = await buildChannel(server)
    const theirs = await dial(stranger.mentorId)
    const attachments = [{ id: fileId }]
    const code = await theirs.refusedWith({ command: 'send', channel: stranger.channelId, message: '', tempId: 'x', attachments })
    expect(code).toBe('chat.attachment_refused')
    await theirs.close()
  })
})

test('[PLT-05] a message, a file and a link preview have their fields in the frames of the socket', async () => {
  internet.answerPage('<title>Learn together</title>')
  const url = 'http://page.example/fields'
  await server.ask(mentee, getLinkPreview, { query: { url } })
  const { body } = await upload(await makePicture(), 'me.jpg', 'image/jpeg')
  // As sent, before the contract parses it.
  const frames: Record<string, unknown>[] = []
  client.socket.on('message', (data) => frames.push(JSON.parse(data.toString())))
  await send([{ id: body.id }])
  await send([{ type: 'link_preview', url }], url)
  const messages = frames.filter((frame) => frame['command'] === 'new_message')
  expect(messages).toHaveLength(2)
  const ofMessage =
    'msg_id temp_id channel_id user_id message command created_on status is_broadcast_message attachments is_tagged'
  for (const message of messages) expect(Object.keys(message)).toEqual(expect.arrayContaining(ofMessage.split(' ')))
  const ofFile = 'id attachment_name name type url presigned_url thumbnail_presigned_url description'
  const [file, preview] = messages.map(({ attachments }) => Object.keys(JSON.parse(String(attachments))[0]))
  expect(file).toEqual(expect.arrayContaining(ofFile.split(' ')))
  expect(preview).toEqual(expect.arrayContaining([...ofFile.split(' '), 'attachment_type']))
})

describe('[CHT-12] a link preview', () => {
  test('is attached by its address, with the page’s own title', async () => {
    internet.answerPage('<title>Learn together</title>')
    const url = 'http://page.example/about'
    await server.ask(mentee, getLinkPreview, { query: { url } })
    const forged = { type: 'link_preview', url, name: 'Win a prize' }
    const [shown] = attachmentsOf(await send([forged], `Look: ${url}`))
    expect(shown).toMatchObject({ attachment_type: 'link_preview', name: 'Learn together', url })
  })

  test('is left out if nobody has requested it before', async () => {
    const sent = await send([{ type: 'link_preview', url: 'http://page.example/never' }], 'http://page.example/never')
    expect(attachmentsOf(sent)).toEqual([])
  })
})

test('a GIF from another origin is refused', async () => {
  for (const url of ['https://evil.example/x.gif', 'javascript:alert(1)', 'data:image/gif;base64,AAAA', '']) {
    expect(await client.refusedWith(command([{ url, type: 'image/gif', name: 'x' }]))).toBe('chat.attachment_refused')
  }
})
