import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadFile } from '@saathi/contract/core/files'
import { StoredFile } from '@saathi/contract/core/stored-file'
import { compileWire } from '@saathi/contract/core/wire'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { keyOf } from './file-store.ts'
import { startS3 } from '../../../test/s3-stand-in.ts'
import { makePdf, makePicture, SECRET_LOCATION } from './test-pictures.ts'
import { sendUpload, type Upload } from './test-upload.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-upload-'))
let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe.each([
  ['in the data folder', () => ({ dataDir: join(folder, 'data') })],
  ['in an S3 store', () => ({ dataDir: join(folder, 'unused'), s3: s3.settings })],
])('a file stored %s', (_where, settings) => {
  let server: TestServer
  let asha: number
  beforeAll(async () => {
    server = await startTestServer(settings())
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    asha = await server.buildPerson()
  })

  const send = (upload: Upload, personId: number | null = asha) => sendUpload(server, personId, upload)
  async function store(upload: Upload, personId = asha) {
    const { status, body } = await send(upload, personId)
    expect({ status, code: body.code }).toEqual({ status: 200 })
    return StoredFile.parse(compileWire(uploadFile.reply).fromWire(body, 'refuse'))
  }
  const open = (url = '') => server.app.inject({ url })
  const gone = { statusCode: 404, body: JSON.stringify({ code: 'core.not_found', message: 'There is nothing here.' }) }

  test('is returned by its link as a re-encoded picture without the location', async () => {
    const original = await makePicture({ place: true, orientation: 6 })
    expect((await sharp(original).metadata()).exif).toBeDefined()
    expect(original.includes(SECRET_LOCATION)).toBe(true)
    const file = await store({ bytes: original, name: 'मेरी तस्वीर.jpeg' })
    expect(file).toMatchObject({ name: 'मेरी तस्वीर.jpg', type: 'image/jpeg', width: 40, height: 60 })
    const response = await open(file.url)
    expect(response.statusCode).toBe(200)
    const bytes = response.rawPayload
    expect(bytes.length).toBe(file.size)
    const picture = await sharp(bytes).metadata()
    expect(picture).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
    expect([picture.exif, picture.xmp, picture.iptc, picture.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.includes(SECRET_LOCATION)).toBe(false)
    // The rotation is applied: the left side is now on top.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([(data[0] ?? 0) > 200, (data.at(-1) ?? 0) > 200]).toEqual([true, true])
    const row = await server.db.selectFrom('file').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ owner_id: asha, purpose: 'profile_picture', size: bytes.length, state: 'stored' })
    expect(row.sha256).toEqual(createHash('sha256').update(bytes).digest())
  })

  test('has a thumbnail of at most 320 pixels', async () => {
    const file = await store({
      bytes: await makePicture({ width: 900, height: 600, format: 'png' }),
      name: 'me.png',
      type: 'image/png',
    })
    const response = await open(file.thumbnailUrl)
    expect(response.headers['content-type']).toBe('image/webp')
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 })
  })

  test('C53: is served with headers that keep it from running anything', async () => {
    const picture = await store({ bytes: await makePicture(), name: `a"b;filename=x.html'.jpg` })
    const letter = await store({ bytes: makePdf(), name: 'letter.pdf', type: 'application/pdf', purpose: 'document' })
    expect(letter).not.toHaveProperty('thumbnailUrl')
    expect(letter).not.toHaveProperty('width')
    const agreed = {
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    }
    for (const [url, type, disposition] of [
      [picture.url, 'image/jpeg', `inline; filename="a_b_filename=x.html'.jpg"; filename*=UTF-8''a_b_filename%3Dx.html%27.jpg`],
      [
        picture.thumbnailUrl,
        'image/webp',
        `inline; filename="a_b_filename=x.html'.webp"; filename*=UTF-8''a_b_filename%3Dx.html%27.webp`,
      ],
      [letter.url, 'application/pdf', `attachment; filename="letter.pdf"; filename*=UTF-8''letter.pdf`],
    ]) {
      const { statusCode, headers } = await open(url)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({ ...agreed, 'content-type': type, 'content-disposition': disposition })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect((await open(letter.url)).rawPayload.equals(makePdf())).toBe(true)
  })

  test('opens for exactly ten minutes', async () => {
    const file = await store({ bytes: await makePicture() })
    expect(new Date(file.expiresAt).getTime() - server.clock.now().getTime()).toBeLessThanOrEqual(600_000)
    server.clock.set(new Date(new Date(file.expiresAt).getTime() - 30_000))
    expect((await open(file.url)).statusCode).toBe(200)
    server.clock.set(new Date(file.expiresAt))
    expect(await open(file.url)).toMatchObject(gone)
    server.clock.reset()
  })

  test('does not open with a link from before the clock was set back', async () => {
    server.clock.advance(3600)
    const file = await store({ bytes: await makePicture() })
    expect((await open(file.url)).statusCode).toBe(200)
    server.clock.reset()
    expect(await open(file.url)).toMatchObject(gone)
  })

  test('does not open with a modified link or with its id', async () => {
    const { url, id } = await store({ bytes: await makePicture() })
    const start = '/api/v2/files/'.length
    for (const at of [start, start + 30, start + 50, start + 61, start + 70, url.length - 2]) {
      const changed = url[at] === 'A' ? 'B' : 'A'
      expect(await open(url.slice(0, at) + changed + url.slice(at + 1))).toMatchObject(gone)
    }
    expect(await open(`/api/v2/files/${id}/`)).toMatchObject(gone)
    expect((await open(url)).statusCode).toBe(200)
  })

  test('closes as soon as its sign-in ends or the account is disabled', async () => {
    const first = await store({ bytes: await makePicture() })
    await server.db
      .updateTable('sign_in')
      .set({ ended_at: server.clock.now(), end_reason: 'signed_out' })
      .where('person_id', '=', asha)
      .execute()
    expect(await open(first.url)).toMatchObject(gone)
    const ravi = await server.buildPerson()
    const second = await store({ bytes: await makePicture() }, ravi)
    await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', ravi).execute()
    expect(await open(second.url)).toMatchObject(gone)
  })

  test('is refused to a stranger, even with a link signed by us', async () => {
    const file = await store({ bytes: await makePicture() })
    const stranger = await server.buildPerson()
    const [, claims = ''] = (await server.tokenFor(stranger)).split('.')
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const expiresAt = new Date(server.clock.now().getTime() + 60_000)
    const forStranger = { fileId: file.id, variant: 'original', personId: stranger, sessionId: sid, expiresAt } as const
    expect(await open(`/api/v2/files/${server.app.world.fileLinks.sign(forStranger)}/`)).toMatchObject(gone)
    const borrowed = { ...forStranger, personId: asha }
    expect(await open(`/api/v2/files/${server.app.world.fileLinks.sign(borrowed)}/`)).toMatchObject(gone)
  })

  test('is refused if its purpose no longer exists', async () => {
    const file = await store({ bytes: await makePicture() })
    await server.db.updateTable('file').set({ purpose: 'constructor' }).where('id', '=', file.id).execute()
    expect(await open(file.url)).toMatchObject(gone)
  })

  test('answers 404 if its bytes are missing', async () => {
    const file = await store({ bytes: await makePicture() })
    const { openFileStore } = await import('./open-files.ts')
    await openFileStore({ s3: undefined, ...settings() }).delete(keyOf(file.id, 'original'))
    expect(await open(file.url)).toMatchObject(gone)
  })

  test('requires an account, a known purpose and a file', async () => {
    const bytes = await makePicture()
    expect(await send({ bytes }, null)).toMatchObject({ status: 401, body: { code: 'core.signed_out' } })
    expect(await send({ bytes, purpose: 'dance' })).toMatchObject({ status: 400, body: { code: 'files.purpose_unknown' } })
    expect(await send({ bytes, purpose: 'constructor' })).toMatchObject({ status: 400, body: { code: 'files.purpose_unknown' } })
    expect(await send({ bytes, purpose: '../x' })).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
    expect(await send({ bytes: Buffer.alloc(0) })).toMatchObject({ status: 415, body: { code: 'files.type_not_allowed' } })
  })
})

test('an unreachable store answers 503', async () => {
  const server = await startTestServer({ s3: { ...s3.settings, bucket: 'nowhere' } })
  const personId = await server.buildPerson()
  expect(await sendUpload(server, personId, { bytes: await makePicture() })).toMatchObject({
    status: 503,
    body: { code: 'core.unavailable' },
  })
  expect(await server.db.selectFrom('file').select('id').execute()).toEqual([])
  await server.stop()
})

test('uploads are limited to sixty per minute and person', async () => {
  const server = await startTestServer()
  const [personId, other] = [await server.buildPerson(), await server.buildPerson()]
  const bytes = Buffer.from('no picture')
  for (let count = 0; count < 60; count += 1) expect((await sendUpload(server, personId, { bytes })).status).toBe(415)
  expect(await sendUpload(server, personId, { bytes: await makePicture() })).toMatchObject({
    status: 429,
    body: { code: 'core.too_many' },
  })
  expect((await sendUpload(server, other, { bytes: await makePicture() })).status).toBe(200)
  expect(await server.db.selectFrom('file').select('owner_id').execute()).toEqual([{ owner_id: other }])
  await server.stop()
})

test('the data folder is unused if an S3 store is set', () => {
  expect(readdirSync(folder).toSorted()).toEqual(['data'])
})
