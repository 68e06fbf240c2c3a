import {
  addPicture,
  addRecording,
  listPictures,
  listRecordings,
  RECORDING_MAX_BYTES,
} from '@saathi/contract/content/draft-team-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { authorDesk, readSession, sessionId, textBlock, writeSession } from '../../../test/drafts.ts'
import { mp3, mp4 } from '../../../test/recordings.ts'
import { sendForm } from '../../../test/send-form.ts'
import { drawing } from '../../../test/programme-folder.ts'
import { buildStaff } from '../../../test/staff-rights.ts'

let server: TestServer
let leela: number
beforeAll(async () => {
  server = await startTestServer()
  leela = await buildStaff(server, 'Author')
})
afterAll(() => server.stop())

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(64)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes)
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12)
  bytes.write('IDAT', 37)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
async function send(bytes: Buffer | string, name = 'My Photo (2).JPG', type = 'image/jpeg') {
  const file = new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
  const { status, reply, refusal } = await sendForm(server, addPicture, leela, [['picture', file]])
  return { status, picture: reply, code: refusal?.code ?? null }
}

test('[AUT-08] a picture is stored by its content under a plain name, once, with its size', async () => {
  const first = await send(png(1200, 800))
  expect(first).toMatchObject({ status: 200, picture: { name: 'my-photo-2.png', bytes: 64 } })
  expect((await send(png(1200, 800), 'again.png')).picture).toEqual(first.picture)
  const { pictures } = (await server.ask(leela, listPictures, {})).body
  expect(pictures.filter(({ name }) => name === 'my-photo-2.png')).toHaveLength(1)
})

test('[AUT-08] too many pixels, scripts in drawings and other files are refused', async () => {
  expect(await send(png(8000, 5000))).toMatchObject({ status: 400, code: 'content.too_many_pixels' })
  expect((await send(drawing('#fff'), 'a.svg')).status).toBe(200)
  const hostile = [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="https://elsewhere.example/a.png"/></svg>',
    '<html><body>no picture</body></html>',
    'GIF89a',
    '',
  ]
  const codes = await Promise.all(hostile.map(async (text) => (await send(text, 'a.svg', 'image/svg+xml')).code))
  const [active, bad] = ['content.active_drawing', 'content.bad_picture']
  expect(codes).toEqual([active, active, active, bad, bad, bad])
})

test('[AUT-08] a picture needs a description, and the preview shows its download size', async () => {
  const desk = authorDesk(server, leela)
  const key = await writeSession(server, leela)
  const hash = (await send(png(600, 400), 'walk.png')).picture?.hash ?? ''
  const picture = { ...textBlock('b1', ''), contentType: 'IMAGE' as const, image: hash }
  await desk.write(key, 'step:why', { kind: 'step', blocks: [picture] })
  expect((await desk.read(key)).problems).toMatchObject([{ part: 'step:why', path: 'blocks[0].text' }])
  await desk.write(key, 'step:why', { kind: 'step', blocks: [{ ...picture, text: 'Two people walk' }] })
  expect(await desk.read(key)).toMatchObject({ problems: [], media: [{ hash, bytes: 64 }] })
})

test('[AUT-08] a decorative picture needs no description, and a video can have a transcript', async () => {
  const desk = authorDesk(server, leela)
  const key = await writeSession(server, leela, { title: 'Pictures' })
  const hash = (await send(png(600, 400), 'leaf.png')).picture?.hash ?? ''
  const picture = { ...textBlock('b1', ''), contentType: 'IMAGE' as const, image: hash, isDecorative: true }
  const said = 'How to breathe\n\nBreathe in. **Slowly.**'
  const video = { ...textBlock('b2', said), contentType: 'YOUTUBE' as const, url: 'https://youtu.be/abcdefghijk' }
  await desk.write(key, 'step:why', { kind: 'step', blocks: [picture, video] })
  expect((await desk.read(key)).problems).toEqual([])
  await desk.publish(key)
  const asha = await server.buildPerson()
  const { sessionSteps } = await readSession(server, asha, await sessionId(server, key))
  expect(sessionSteps[0]?.content).toMatchObject([
    { contentType: 'IMAGE', text: null },
    { contentType: 'YOUTUBE', text: said },
  ])
  const again = (await desk.partOf(key, 'step:why')).body
  expect(again.kind === 'step' && again.blocks[0]?.isDecorative).toBe(true)
})

async function record(bytes: Buffer, name = 'Voice note (3).m4a', type = 'audio/mp4') {
  const file = new File([new Uint8Array(bytes)], name, { type })
  const { status, reply, refusal } = await sendForm(server, addRecording, leela, [['recording', file]])
  return { status, recording: reply, code: refusal?.code ?? null }
}
const play = (url: string, range?: string) =>
  server.app.inject({ method: 'GET', url, headers: range === undefined ? {} : { range } })

test('[AUT-08] a recording is stored by its content, with its size, and played in parts', async () => {
  const bytes = mp4({ video: 'avc1', sound: 'mp4a' }, 10_000)
  const first = await record(bytes)
  expect(first).toMatchObject({ status: 200, recording: { name: 'voice-note-3.mp4', bytes: bytes.length, type: 'video' } })
  expect((await record(bytes, 'again.mp4')).recording).toEqual(first.recording)
  const { recordings } = (await server.ask(leela, listRecordings, {})).body
  expect(recordings).toEqual([first.recording])
  const { pictures } = (await server.ask(leela, listPictures, {})).body
  expect(pictures.map(({ hash }) => hash)).not.toContain(first.recording?.hash)

  const url = first.recording?.url ?? ''
  const whole = await play(url)
  expect([whole.statusCode, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([200, 'video/mp4', 'bytes'])
  expect(whole.rawPayload).toEqual(bytes)
  const parts = [
    ['bytes=0-99', bytes.subarray(0, 100), `bytes 0-99/${bytes.length}`],
    ['bytes=9000-', bytes.subarray(9000), `bytes 9000-${bytes.length - 1}/${bytes.length}`],
    ['bytes=-20', bytes.subarray(-20), `bytes ${bytes.length - 20}-${bytes.length - 1}/${bytes.length}`],
    ['bytes=5-999999999', bytes.subarray(5), `bytes 5-${bytes.length - 1}/${bytes.length}`],
  ] as const
  for (const [range, expected, place] of parts) {
    const { statusCode, headers, rawPayload } = await play(url, range)
    expect([statusCode, headers['content-range']], range).toEqual([206, place])
    expect(rawPayload.equals(expected), range).toBe(true)
  }
  const outside = await play(url, `bytes=${bytes.length}-`)
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
  expect((await play(url, 'bytes=0-1,5-6')).rawPayload).toEqual(bytes)
  expect((await play(`/media/recordings/${'0'.repeat(64)}`)).statusCode).toBe(404)
  expect((await play(url.replace('/recordings', ''))).statusCode).toBe(404)
})

test('[AUT-08] a recording that phones cannot play, other files and too many bytes are refused', async () => {
  const hostile = [
    mp4({ video: 'hvc1', sound: 'mp4a' }),
    mp4({ sound: 'mp4a' }).subarray(0, -3),
    Buffer.from('<html><script>alert(1)</script></html>'),
    png(600, 400),
    Buffer.alloc(0),
  ]
  for (const bytes of hostile) expect(await record(bytes)).toMatchObject({ status: 400, code: 'content.bad_recording' })
  expect(await record(Buffer.alloc(RECORDING_MAX_BYTES + 1))).toMatchObject({ status: 413, code: 'core.too_large' })
})

test('[AUT-08] a recording needs a title and what is said, and members learn its size before it is played', async () => {
  const desk = authorDesk(server, leela)
  const key = await writeSession(server, leela, { title: 'Listen' })
  const said = (await record(mp3(9, 1), 'said.mp3')).recording
  const walk = (await record(mp4({ video: 'avc1' }, 500), 'walk.mp4')).recording
  const block = (id: string, contentType: 'AUDIO' | 'VIDEO', image: string | null, text = 'How to breathe\n\nBreathe in.') => ({
    ...textBlock(id, text),
    contentType,
    image,
  })
  const write = async (...blocks: ReturnType<typeof block>[]) => {
    await desk.write(key, 'step:why', { kind: 'step', blocks })
    return (await desk.read(key)).problems.map(({ part, path }) => `${part} ${path}`)
  }
  expect(await write(block('b1', 'AUDIO', null))).toEqual(['step:why blocks[0].image'])
  expect(await write(block('b1', 'AUDIO', said?.hash ?? '', 'How to breathe'))).toEqual(['step:why blocks[0].text'])
  expect(await write(block('b1', 'AUDIO', walk?.hash ?? ''))).toEqual(['step:why blocks[0]'])
  expect(await write(block('b1', 'AUDIO', said?.hash ?? ''), block('b2', 'VIDEO', walk?.hash ?? ''))).toEqual([])
  expect((await desk.publish(key)).status).toBe(200)
  const asha = await server.buildPerson()
  const { sessionSteps } = await readSession(server, asha, await sessionId(server, key))
  expect(sessionSteps[0]?.content).toMatchObject([
    { contentType: 'AUDIO', localeUrl: said?.url, image: null, imageBytes: said?.bytes, text: 'How to breathe\n\nBreathe in.' },
    { contentType: 'VIDEO', localeUrl: walk?.url, image: null, imageBytes: walk?.bytes },
  ])
})
