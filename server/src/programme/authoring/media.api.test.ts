import { addPicture, listPictures } from '@saathi/contract/content/draft-team-calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { authorDesk, readSession, sessionId, textBlock, writeSession } from '../../../test/drafts.ts'
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
