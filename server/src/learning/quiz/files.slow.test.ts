import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoredFile } from '@saathi/contract/core/stored-file'
import { getQuiz } from '@saathi/contract/learning/quiz-calls'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '#core/files/file-store.ts'
import { folderStore } from '#core/files/folder-store.ts'
import { html, hugePng, makePdf, makePicture, makeZip, PNG_MAGIC, SECRET_LOCATION, svg } from '#core/files/test-pictures.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession, type BuiltSession } from '../../../test/hub-sessions.ts'
import { makeQuestion, makeQuiz, quizItem } from '../../../test/quiz-content.ts'
import { type QuizRef, sendAnswers, sendQuizForm, replyOf } from '../../../test/send-answers.ts'
import { keysIn } from '../../../test/stored-files.ts'

const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'saathi-answers-'))
const store = folderStore(join(folder, 'files'))
let server: TestServer
let asha: number
let session: BuiltSession
let place: QuizRef
beforeAll(async () => {
  server = await startTestServer({ dataDir: folder, limitFactor: 100 })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
const questions = [
  makeQuestion('photo', 'ImageResponse'),
  makeQuestion('face', 'SingleImageUpload'),
  makeQuestion('letter', 'Document'),
  makeQuestion('name', 'Text'),
  makeQuestion('shut', 'Document', { disabled: true }),
]
beforeEach(async () => {
  asha = await server.buildPerson()
  const content = { 0: [quizItem('ask', { allowRetake: true })] }
  session = await buildSession(server, { content, quizzes: { ask: makeQuiz(questions) } })
  await beginSession(server, asha, session)
  place = placeIn(session)
})
const placeIn = ({ id, steps, quizzes }: BuiltSession): QuizRef => ({
  session: id,
  step: steps[0] ?? 0,
  quiz: quizzes.get('ask') ?? 0,
})

const fileOf = (bytes: Uint8Array, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type })
const png = (bytes: Uint8Array) => fileOf(bytes, 'me.png', 'image/png')
const jpeg = (bytes: Uint8Array) => fileOf(bytes, 'me.jpg', 'image/jpeg')
const pdf = (bytes: Uint8Array = makePdf()) => fileOf(bytes, 'letter.pdf', 'application/pdf')
/** A picture of exactly this size: bytes after its end are ignored and not stored. */
async function pictureOf(size: number): Promise<File> {
  const picture = await makePicture()
  return jpeg(Buffer.concat([picture, Buffer.alloc(size - picture.length)]))
}
const send = (parts: Record<string, string | File>, answers: Record<string, unknown> = {}, personId = asha) =>
  sendAnswers(server, personId, place, { answers, parts })
const attempts = () => server.db.selectFrom('quiz_attempt').selectAll().where('person_id', '=', asha).orderBy('number').execute()
const fileRows = () => server.db.selectFrom('file').select(['id', 'purpose']).where('owner_id', '=', asha).execute()
const open = (url = '') => server.app.inject({ url })
const answerTo = (key: string, { answers }: { answers: { questionKey: string; answer: unknown }[] }) =>
  StoredFile.parse(answers.find(({ questionKey }) => questionKey === key)?.answer)

describe('a file that answers a question', () => {
  test('is not even parsed for a session that was not started', async () => {
    const ravi = await server.buildPerson()
    expect(await send({ photo: png(html) }, {}, ravi)).toMatchObject({ status: 409, refusal: { code: 'learning.not_begun' } })
    expect(await send({ photo: png(html) })).toMatchObject({ status: 422 })
  })

  test('[QST-06] comes back with links that open for its owner, a PDF as a download', async () => {
    const { state } = replyOf(
      await send({ photo: jpeg(await makePicture()), face: png(await makePicture({ format: 'png' })), letter: pdf() }),
    )
    const [photo, letter] = [answerTo('photo', state), answerTo('letter', state)]
    expect(photo).toMatchObject({ name: 'me.jpg', type: 'image/jpeg', width: 60, height: 40, thumbnailUrl: expect.any(String) })
    expect((await open(photo.url)).headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline/),
    })
    const download = await open(letter.url)
    expect(download.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="letter.pdf"/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    expect(download.rawPayload.equals(makePdf())).toBe(true)
    expect((await fileRows()).map(({ purpose }) => purpose).toSorted()).toEqual([
      'answer_document',
      'answer_image',
      'answer_single_image',
    ])
    const again = (await server.ask(asha, getQuiz, { params: place, query: {} })).body
    expect((await open(answerTo('letter', again).url)).statusCode).toBe(200)
  })

  test('[QST-06] may be sent without a content type; the type is detected from its bytes', async () => {
    const parts = {
      photo: fileOf(await makePicture(), 'me.jpg', ''),
      face: fileOf(await makePicture({ format: 'png' }), 'me.png', ''),
      letter: fileOf(makePdf(), 'letter.pdf', ''),
    }
    const { state } = replyOf(await send(parts))
    const types = Object.keys(parts).map((key) => answerTo(key, state).type)
    expect(types).toEqual(['image/jpeg', 'image/png', 'application/pdf'])
  })

  test('[QST-06] is re-encoded from its pixels: no location, no camera data, no trailing bytes', async () => {
    const original = Buffer.concat([await makePicture({ place: true }), makeZip('x.html', html)])
    expect(original.includes(SECRET_LOCATION)).toBe(true)
    const { state } = replyOf(await send({ photo: jpeg(original) }))
    const { rawPayload } = await open(answerTo('photo', state).url)
    const { exif, xmp, iptc } = await sharp(rawPayload).metadata()
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
    for (const trace of [SECRET_LOCATION, '<script', 'PK\x03\x04']) expect(rawPayload.includes(trace), trace).toBe(false)
  })

  test('opens for nobody else, neither by its link nor by its id', async () => {
    const { state } = replyOf(await send({ letter: pdf() }))
    const { id } = answerTo('letter', state)
    const ravi = await server.buildPerson({ role: 'Admin' })
    const [, claims = ''] = (await server.tokenFor(ravi)).split('.')
    const { sid: sessionId } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const expiresAt = new Date(server.clock.now().getTime() + 60_000)
    const forRavi = server.app.world.fileLinks.sign({ fileId: id, variant: 'original', personId: ravi, sessionId, expiresAt })
    expect((await open(`/api/v2/files/${forRavi}/`)).statusCode).toBe(404)
    expect((await open(`/api/v2/files/${id}/`)).statusCode).toBe(404)
    await beginSession(server, ravi, session)
    expect((await server.ask(ravi, getQuiz, { params: place, query: {} })).body.answers).toEqual([])
  })

  test('is kept by a retake that contains its id, and deleted by one that does not', async () => {
    const first = replyOf(await send({ letter: pdf(), photo: jpeg(await makePicture()) }))
    const { id } = answerTo('letter', first.state)
    const second = replyOf(await send({}, { letter: id, name: 'Asha' }))
    expect(answerTo('letter', second.state).id).toBe(id)
    expect(second.state.answers.map(({ questionKey }) => questionKey)).toEqual(['letter', 'name'])
    const linked = await server.db.selectFrom('quiz_attempt_file').selectAll().where('file_id', '=', id).execute()
    expect(linked).toHaveLength(2)
    expect(await attempts()).toMatchObject([{ number: 1 }, { number: 2, answers: { letter: id, name: 'Asha' } }])
  })

  test('is replaced by a new file, even if the id of the old one is sent too', async () => {
    const { id } = answerTo('letter', replyOf(await send({ letter: pdf() })).state)
    const second = answerTo('letter', replyOf(await send({ letter: pdf(makePdf(500)) }, { letter: id })).state)
    expect(second).toMatchObject({ size: 500 })
    expect(second.id).not.toBe(id)
  })

  test('of somebody else, of another question or for another purpose cannot be used', async () => {
    const ravi = await server.buildPerson()
    await beginSession(server, ravi, session)
    const his = answerTo('letter', replyOf(await send({ letter: pdf() }, {}, ravi)).state).id
    const own = answerTo('photo', replyOf(await send({ photo: jpeg(await makePicture()) })).state).id
    for (const [key, id] of [
      ['letter', his],
      ['letter', own],
      ['face', own],
      ['photo', crypto.randomUUID()],
    ] as const)
      expect(await send({}, { [key]: id })).toMatchObject({
        status: 422,
        refusal: { errors: { [key]: ['questions.wrongKind'] } },
      })
    expect(await attempts()).toHaveLength(1)
  })
})

describe('the size limits are exact (C54)', () => {
  test.each([
    ['photo', 4 * MB, () => pictureOf(4 * MB)],
    ['face', 2 * MB, () => pictureOf(2 * MB)],
    ['letter', 4 * MB, () => pdf(makePdf(4 * MB))],
  ])('[QST-06] %s accepts %i bytes', async (key, size, make) => {
    const file = await make()
    expect(file.size).toBe(size)
    const { state } = replyOf(await send({ [key]: file }))
    expect((await open(answerTo(key, state).url)).statusCode).toBe(200)
  })

  test.each([
    ['photo', () => pictureOf(4 * MB + 1), { status: 422, refusal: { errors: { photo: ['questions.onlySmallerThan4MB'] } } }],
    ['face', () => pictureOf(2 * MB + 1), { status: 422, refusal: { errors: { face: ['imageMaxSize2MB'] } } }],
    [
      'letter',
      () => pdf(makePdf(4 * MB + 1)),
      { status: 422, refusal: { errors: { letter: ['questions.onlyPdfSmallerThan4MB'] } } },
    ],
    ['letter', () => pdf(makePdf(5 * MB + 1)), { status: 413, refusal: { code: 'core.too_large' } }],
  ])('[QST-06] %s refuses a single byte more', async (key, make, refused) => {
    const storedKeys = await keysIn(store)
    expect(await send({ [key]: await make() })).toMatchObject(refused)
    expect([await attempts(), await fileRows(), await keysIn(store)]).toEqual([[], [], storedKeys])
  })
})

describe('a refused file leaves neither a row nor bytes', () => {
  async function refuse(parts: Record<string, string | File>, errors: Record<string, string[]>, answers = {}) {
    const storedKeys = await keysIn(store)
    const { status, refusal } = await send(parts, answers)
    expect([status, refusal?.code, refusal?.errors]).toEqual([422, 'learning.answers_rejected', errors])
    expect([await attempts(), await fileRows(), await keysIn(store)]).toEqual([[], [], storedKeys])
  }

  test.each([
    ['a web page', () => html],
    ['an SVG', () => svg],
    ['a PDF', () => makePdf()],
    ['a ZIP', () => makeZip('x.html', html)],
    ['only a PNG header', () => Buffer.concat([PNG_MAGIC, html])],
    ['too large in pixels', () => hugePng(20_000, 20_000)],
    ['nothing', () => Buffer.alloc(0)],
  ])('[QST-06] a PNG that is %s (C52)', async (_what, make) => {
    await refuse({ photo: png(make()) }, { photo: ['questions.onlyJpgPng'] })
    await refuse({ face: png(make()) }, { face: ['invalidImageFile'] })
  })

  test('[QST-06] a PDF that is a web page, a picture, or truncated (C52)', async () => {
    for (const bytes of [html, await makePicture(), makePdf().subarray(0, 60)])
      await refuse({ letter: pdf(bytes) }, { letter: ['questions.onlyPdfSmallerThan4MB'] })
  })

  test('[QST-06] a web page named as a picture or PDF without a declared type', async () => {
    await refuse({ photo: fileOf(html, 'me.png', '') }, { photo: ['questions.onlyJpgPng'] })
    await refuse({ letter: fileOf(html, 'letter.pdf', '') }, { letter: ['questions.onlyPdfSmallerThan4MB'] })
  })

  test('[QST-06] a name or type that contradicts the content, and an unsupported type', async () => {
    const picture = await makePicture({ format: 'png' })
    for (const [name, type] of [
      ['me.jpg', 'image/png'],
      ['me.png', 'image/jpeg'],
      ['me.png', 'text/html'],
      ['me.html', 'image/png'],
      ['me', 'image/png'],
    ] as const)
      await refuse({ photo: fileOf(picture, name, type) }, { photo: ['questions.onlyJpgPng'] })
    const webp = fileOf(await makePicture({ format: 'webp' }), 'me.webp', 'image/webp')
    await refuse({ face: webp }, { face: ['invalidImageFile'] })
    await refuse({ letter: jpeg(await makePicture()) }, { letter: ['questions.onlyPdfSmallerThan4MB'] })
  })

  test('a valid file next to an invalid one, in either order', async () => {
    const good = jpeg(await makePicture())
    await refuse({ photo: good, letter: pdf(html) }, { letter: ['questions.onlyPdfSmallerThan4MB'] })
    await refuse({ letter: pdf(), photo: png(html) }, { photo: ['questions.onlyJpgPng'] })
  })

  test('a valid file next to an invalid answer', async () => {
    await refuse({ letter: pdf() }, { name: ['questions.wrongKind'] }, { name: 7 })
  })

  test('a file for a question that takes none, is disabled or does not exist', async () => {
    await refuse({ name: pdf() }, { name: ['questions.wrongKind'] })
    await refuse({ shut: pdf() }, { shut: ['questions.wrongKind'] })
    await refuse({ other: pdf() }, { other: ['questions.wrongKind'] })
  })

  test('a file for a quiz without retake that has been answered', async () => {
    const once = await buildSession(server, { content: { 0: [quizItem('ask')] }, quizzes: { ask: makeQuiz(questions) } })
    await beginSession(server, asha, once)
    place = placeIn(once)
    replyOf(await send({}, { name: 'Asha' }))
    const storedKeys = await keysIn(store)
    expect(await send({ letter: pdf() })).toMatchObject({ status: 409, refusal: { code: 'learning.retake_not_allowed' } })
    expect([await fileRows(), await keysIn(store)]).toEqual([[], storedKeys])
  })

  test('the files of nine concurrent submissions if a tenth wins', async () => {
    const once = await buildSession(server, { content: { 0: [quizItem('ask')] }, quizzes: { ask: makeQuiz(questions) } })
    await beginSession(server, asha, once)
    place = placeIn(once)
    const before = await keysIn(store)
    const replies = await Promise.all(Array.from({ length: 10 }, () => send({ letter: pdf() })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    const [row] = await fileRows()
    expect((await keysIn(store)).filter((key) => !before.includes(key))).toEqual([keyOf(row?.id ?? '', 'original')])
    expect(await attempts()).toHaveLength(1)
  })

  test('eleven files, and a file and a text with the same name', async () => {
    const storedKeys = await keysIn(store)
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`file-${at}`, pdf()]))
    expect(await send(many)).toMatchObject({ status: 400, refusal: { errors: { 'file-10': [expect.any(String)] } } })
    const twice = sendQuizForm(server, asha, [
      ['data', JSON.stringify(place)],
      ['letter', 'x'],
      ['letter', pdf()],
    ])
    expect(await twice).toMatchObject({ status: 400, refusal: { errors: { letter: [expect.any(String)] } } })
    expect([await attempts(), await fileRows(), await keysIn(store)]).toEqual([[], [], storedKeys])
  })
})

test('submissions with files are limited to sixty per person and minute, to protect the image workers', async () => {
  const strict = await startTestServer()
  const person = await strict.buildPerson()
  const built = await buildSession(strict, { content: { 0: [quizItem('ask')] }, quizzes: { ask: makeQuiz(questions) } })
  await beginSession(strict, person, built)
  const there = placeIn(built)
  const tryOnce = () => sendAnswers(strict, person, there, { parts: { photo: png(html) } })
  for (let count = 0; count < 60; count += 1) expect((await tryOnce()).status).toBe(422)
  expect(await tryOnce()).toMatchObject({ status: 429, refusal: { code: 'core.too_many' } })
  replyOf(await sendAnswers(strict, person, there, { answers: { name: 'Asha' } }))
  await strict.stop()
})
