import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { rounds } from '../../../test/rounds.ts'
import { checkUpload } from './upload.ts'
import { exe, gzipBomb, html, hugePng, makePdf, makePicture, makeZip, PNG_MAGIC, svg } from './test-pictures.ts'
import { sendUpload, type Upload } from './test-upload.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-hostile-'))
const MB = 1024 * 1024
let server: TestServer
let personId: number
beforeAll(async () => {
  server = await startTestServer({ dataDir: folder, limitFactor: 100 })
  personId = await server.buildPerson()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const send = (upload: Upload) => sendUpload(server, personId, upload)
const storedFiles = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const storedRows = () => server.db.selectFrom('file').select(['id', 'name']).execute()

async function expectNothingStored() {
  expect([storedFiles(), await storedRows()]).toEqual([[], []])
}
const picture = { name: 'me.png', type: 'image/png' }
const letter = { name: 'letter.pdf', type: 'application/pdf', purpose: 'document' }

describe('refused uploads store nothing', () => {
  const inside: [string, () => Buffer][] = [
    ['an SVG', () => svg],
    ['an SVG after a blank line', () => Buffer.concat([Buffer.from('\n \n'), svg])],
    ['an HTML page', () => html],
    ['XML', () => Buffer.from('<?xml version="1.0"?><a/>')],
    ['a script', () => Buffer.from('alert(document.cookie)')],
    ['PHP', () => Buffer.from('<?php system($_GET["c"]); ?>')],
    ['a program', () => exe],
    ['a Linux program', () => Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(100)])],
    ['a ZIP', () => makeZip('x.html', html)],
    ['a ZIP disguised as an office file', () => makeZip('[Content_Types].xml', Buffer.from('<Types/>'))],
    ['a ZIP with a path outside its folder', () => makeZip('../../x', html)],
    ['a gzipped SVG that is a bomb', gzipBomb],
    ['a GIF that is also a script', () => Buffer.from('GIF89a/*\x01\0\x01\0*/=alert(1)', 'latin1')],
    ['a font', () => Buffer.from('wOF2\0\x01\0\0')],
    ['only zeros', () => Buffer.alloc(1000)],
    ['a single byte', () => Buffer.from('x')],
    ['a PDF without an end', () => makePdf().subarray(0, 60)],
    ['a page that contains a %PDF later', () => Buffer.concat([html, makePdf()])],
  ]
  const outside: Omit<Upload, 'bytes'>[] = [
    picture,
    { name: 'me.jpg', type: 'image/jpeg' },
    letter,
    { name: 'x.svg', type: 'image/svg+xml' },
    { name: 'x.html', type: 'text/html' },
    { name: 'x.xml', type: 'application/xml' },
    { name: 'x.js', type: 'text/javascript' },
    { name: 'x.exe', type: 'application/octet-stream' },
    { name: 'x.php', type: 'application/x-php' },
    { name: 'x.svgz', type: 'image/svg+xml' },
    { name: 'x.zip', type: 'application/zip', purpose: 'document' },
  ]
  test.each(inside)('C51: %s, under any name', async (_what, make) => {
    const bytes = make()
    for (const claimed of outside) {
      expect(await send({ bytes, ...claimed })).toMatchObject({ status: 415, body: { code: 'files.type_not_allowed' } })
    }
    await expectNothingStored()
  })

  test.each([
    ['C51: a picture named .html', { name: 'me.html', type: 'image/png' }],
    ['C51: a picture named .svg', { name: 'me.svg', type: 'image/png' }],
    ['C51: a picture without an extension', { name: 'me', type: 'image/png' }],
    ['C51: a PNG named .jpg', { name: 'me.jpg', type: 'image/png' }],
    ['C51: a PNG declared as a page', { name: 'me.png', type: 'text/html' }],
    ['C51: a PNG declared as an SVG', { name: 'me.png', type: 'image/svg+xml' }],
    ['C51: a PNG declared as a JPEG', { name: 'me.png', type: 'image/jpeg' }],
    ['C51: a name with a second extension', { name: 'me.png.exe', type: 'image/png' }],
  ])('%s', async (_what, claimed) => {
    const bytes = await makePicture({ format: 'png' })
    expect(await send({ bytes, ...claimed })).toMatchObject({ status: 415, body: { code: 'files.type_mismatch' } })
    await expectNothingStored()
  })

  test('C52: a picture in place of a PDF, and a PDF in place of a picture', async () => {
    const refused = { status: 415, body: { code: 'files.type_not_allowed' } }
    expect(await send({ bytes: makePdf(), ...picture })).toMatchObject(refused)
    expect(await send({ bytes: await makePicture({ format: 'png' }), ...letter })).toMatchObject(refused)
    expect(await send({ bytes: await makePicture({ format: 'webp' }), ...picture })).toMatchObject(refused)
    await expectNothingStored()
  })

  test('a file that only starts like a picture', async () => {
    const bytes = Buffer.concat([PNG_MAGIC, html])
    const { status } = await send({ bytes, ...picture })
    expect([415, 422]).toContain(status)
    expect((await send({ bytes: (await makePicture()).subarray(0, 300) })).status).toBe(422)
    await expectNothingStored()
  })

  test('C56: a picture of 20,000 by 20,000 is refused by its header, with little memory', async () => {
    expect((await send({ bytes: Buffer.concat([PNG_MAGIC, html]), ...picture })).status).toBeGreaterThan(400)
    const before = process.memoryUsage().rss
    const answer = await send({ bytes: hugePng(20_000, 20_000), ...picture })
    expect(answer).toMatchObject({ status: 413, body: { code: 'files.too_many_pixels' } })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * MB)
    await expectNothingStored()
  })

  test('C54: a file one byte over the limit, while one at the limit is stored', async () => {
    expect(await send({ bytes: makePdf(4 * MB + 1), ...letter })).toMatchObject({ status: 413, body: { code: 'core.too_large' } })
    expect(await send({ bytes: makePdf(5 * MB + 1), ...letter })).toMatchObject({ status: 413, body: { code: 'core.too_large' } })
    expect(await send({ bytes: makePdf(30 * MB), ...letter })).toMatchObject({ status: 413, body: { code: 'core.too_large' } })
    await expectNothingStored()
    expect(await send({ bytes: makePdf(4 * MB), ...letter })).toMatchObject({ status: 200, body: { size: 4 * MB } })
    const jpeg = await makePicture()
    const filled = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)])
    expect(await send({ bytes: filled(2 * MB + 1) })).toMatchObject({ status: 413 })
    expect(await send({ bytes: filled(2 * MB) })).toMatchObject({ status: 200 })
  })
})

test('C54: a file over the limit of its own purpose', async () => {
  for (const maxBytes of [5_242_880, 2 * MB]) {
    const purpose = { kinds: ['pdf'], maxBytes } as const
    const file = (size: number) => ({ name: 'a.pdf', type: 'application/pdf', bytes: makePdf(size) })
    await expect(checkUpload(purpose, file(maxBytes))).resolves.toMatchObject({ type: 'application/pdf' })
    await expect(checkUpload(purpose, file(maxBytes + 1))).rejects.toMatchObject({ code: 'core.too_large' })
  }
})

test('a picture that is also another format loses the other content', async () => {
  const jpeg = await makePicture()
  const second = Buffer.concat([html, makeZip('x.html', html), Buffer.from('<?php evil(); ?>')])
  for (const [bytes, claimed] of [
    [Buffer.concat([jpeg, second]), {}],
    [Buffer.concat([await makePicture({ format: 'png' }), second]), picture],
    // In a comment of the JPEG itself, right after its first marker.
    [Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, html.length + 2]), html, jpeg.subarray(2)]), {}],
  ] as const) {
    const { status, body } = await send({ bytes, ...claimed })
    expect(status).toBe(200)
    const stored = (await server.app.inject({ url: body.url })).rawPayload
    for (const trace of ['<script', 'alert', 'PK\x03\x04', '<?php']) expect(stored.includes(trace), trace).toBe(false)
  }
})

test('C55: a name determines neither the path of a file nor the header', async () => {
  const bytes = makePdf()
  for (const name of [
    '../../x.pdf',
    '..\\..\\x.pdf',
    '/etc/x.pdf',
    `${'n'.repeat(300)}.pdf`,
    'a"\r\nX-Evil: 1.pdf',
    '\u202efdp.pdf',
  ]) {
    const { status, body } = await send({ ...letter, bytes, name })
    expect(status, name).toBe(200)
    expect(body.name).toMatch(/^[^/\\"\r\n\u202e]{1,196}\.pdf$/)
    const { headers } = await server.app.inject({ url: body.url })
    expect(headers).not.toHaveProperty('x-evil')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"\r\n]+\.pdf"; filename\*=UTF-8''[\w.%~-]+$/)
  }
  for (const { parentPath, name } of storedFiles()) {
    expect(join(parentPath, name).slice(folder.length)).toMatch(/^\/files\/[0-9a-f]{2}\/[0-9a-f-]{36}(-small)?$/)
  }
})

test('changed bytes anywhere in a picture never break the server', { timeout: 180_000 }, async () => {
  const good = await Promise.all([makePicture(), makePicture({ format: 'png' })])
  const change = fc.record({ which: fc.nat(1), at: fc.nat(400), byte: fc.nat(255), cut: fc.option(fc.nat(400)) })
  await fc.assert(
    fc.asyncProperty(change, async ({ which, at, byte, cut }) => {
      const bytes = Buffer.from(good[which] ?? Buffer.alloc(0))
      bytes[at % bytes.length] = byte
      const { status } = await send({ bytes: bytes.subarray(0, cut ?? bytes.length), ...(which === 1 ? picture : {}) })
      expect([200, 413, 415, 422]).toContain(status)
    }),
    { numRuns: rounds(5, 25), seed: 26 },
  )
})
