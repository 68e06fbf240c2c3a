import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoredFile } from '@saathi/contract/core/stored-file'
import { getAnswers, sendAnswers } from '@saathi/contract/surveys/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '#core/files/file-store.ts'
import { folderStore } from '#core/files/folder-store.ts'
import { html, makePdf, makePicture } from '#core/files/test-pictures.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { replyOf } from '../../test/send-form.ts'
import { keysIn } from '../../test/stored-files.ts'
import { buildSurvey, type BuiltSurvey, makeSurveyQuestion, sendStage, setSurveyFlag } from '../../test/surveys.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-surveys-'))
const store = folderStore(join(folder, 'files'))
let server: TestServer
let asha: number
let survey: BuiltSurvey
beforeAll(async () => {
  server = await startTestServer({ dataDir: folder, limitFactor: 100 })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  asha = await buildTaker()
  survey = await buildSurvey(server, { stages: [questions, [makeSurveyQuestion('last')]] })
})
const questions = [
  makeSurveyQuestion('photo', 'ImageResponse', { mandatory: true }),
  makeSurveyQuestion('letter', 'Document'),
  makeSurveyQuestion('name', 'Text'),
]

async function buildTaker() {
  const id = await server.buildPerson()
  await setSurveyFlag(server, id)
  return id
}
const jpeg = async () => new File([new Uint8Array(await makePicture())], 'me.jpg', { type: 'image/jpeg' })
const pdf = (bytes: Uint8Array = makePdf()) => new File([new Uint8Array(bytes)], 'letter.pdf', { type: 'application/pdf' })
const send = (parts: Record<string, string | File>, answers: Record<string, unknown> = {}, at = 0) =>
  sendStage(server, asha, { survey: survey.id, stage: survey.stages[at] ?? 0 }, { answers, parts })
const fileRows = () => server.db.selectFrom('file').select(['id', 'purpose']).where('owner_id', '=', asha).execute()
const answerRows = () => server.db.selectFrom('stage_answer').selectAll().where('person_id', '=', asha).execute()
async function fileAt(key: string, personId = asha) {
  const { body } = await server.ask(personId, getAnswers, { query: { survey: String(survey.id) } })
  const entry = body.stages.flatMap(({ answers }) => answers).find(({ questionKey }) => questionKey === key)
  return StoredFile.parse(entry?.answer)
}

test('[SUR-06] a file comes back with links that open only for its owner', async () => {
  replyOf(await send({ photo: await jpeg(), letter: pdf() }, { name: 'Asha' }))
  const [photo, letter] = [await fileAt('photo'), await fileAt('letter')]
  expect(photo).toMatchObject({ name: 'me.jpg', type: 'image/jpeg', thumbnailUrl: expect.any(String) })
  expect((await server.app.inject({ url: letter.url })).rawPayload.equals(makePdf())).toBe(true)
  expect((await fileRows()).map(({ purpose }) => purpose).toSorted()).toEqual(['answer_document', 'answer_image'])
  const kept = new Map((await answerRows()).map(({ question_key, answer, file_id }) => [question_key, [answer, file_id]]))
  expect(kept).toEqual(
    new Map([
      ['photo', [photo.id, photo.id]],
      ['letter', [letter.id, letter.id]],
      ['name', ['Asha', null]],
    ]),
  )

  const ravi = await buildTaker()
  const { body } = await server.ask(ravi, getAnswers, { query: { survey: String(survey.id) } })
  expect(body.stages.flatMap(({ answers }) => answers)).toEqual([])
  const [, claims = ''] = (await server.tokenFor(ravi)).split('.')
  const { sid: sessionId } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const expiresAt = new Date(server.clock.now().getTime() + 60_000)
  const forRavi = server.app.world.fileLinks.sign({
    fileId: letter.id,
    variant: 'original',
    personId: ravi,
    sessionId,
    expiresAt,
  })
  expect((await server.app.inject({ url: `/api/v2/files/${forRavi}/` })).statusCode).toBe(404)
})

test('[SUR-04] a submitted file is final: sending its id again is accepted, another file is refused and not stored', async () => {
  replyOf(await send({ photo: await jpeg() }))
  const kept = await keysIn(store)
  const { id } = await fileAt('photo')
  replyOf(await send({}, { photo: id }))
  for (const entry of [
    await send({ photo: await jpeg() }),
    await send({}, { photo: crypto.randomUUID() }),
    await send({ photo: await jpeg() }, { photo: id }),
  ])
    expect(entry).toMatchObject({ status: 422, refusal: { errors: { photo: ['questions.alreadyAnswered'] } } })
  expect([await fileRows(), await keysIn(store)]).toMatchObject([[{ id }], kept])
})

describe('a refused submission leaves neither a row nor bytes', () => {
  async function expectNothing(work: () => Promise<unknown>) {
    const kept = await keysIn(store)
    await work()
    expect([await answerRows(), await fileRows(), await keysIn(store)]).toEqual([[], [], kept])
  }
  const rejected = (errors: Record<string, string[]>) => ({ status: 422, refusal: { code: 'surveys.answers_rejected', errors } })

  test('[SUR-06] a missing mandatory file, and somebody else’s file', async () => {
    await expectNothing(async () => {
      expect(await send({ letter: pdf() })).toMatchObject(rejected({ photo: ['fieldIsMandatory'] }))
      expect(await send({ letter: pdf() }, { photo: crypto.randomUUID() })).toMatchObject(
        rejected({ photo: ['questions.wrongKind'] }),
      )
    })
  })

  test('[SUR-06] a valid file next to an invalid one, next to an invalid answer, and for no question', async () => {
    await expectNothing(async () => {
      expect(await send({ photo: await jpeg(), letter: pdf(html) })).toMatchObject(
        rejected({ letter: ['questions.onlyPdfSmallerThan4MB'] }),
      )
      expect(await send({ photo: await jpeg() }, { name: 7 })).toMatchObject(rejected({ name: ['questions.wrongKind'] }))
      expect(await send({ photo: await jpeg(), name: pdf() })).toMatchObject(rejected({ name: ['questions.wrongKind'] }))
    })
  })

  test('a file for a later stage, for a closed survey and for one that is not open', async () => {
    await expectNothing(async () => {
      expect(await send({ last: pdf() }, {}, 1)).toMatchObject({ status: 409, refusal: { code: 'surveys.stage_order' } })
      await server.db.updateTable('survey').set({ closes_at: server.clock.now() }).where('id', '=', survey.id).execute()
      expect(await send({ photo: await jpeg() })).toMatchObject({ status: 410, refusal: { code: 'surveys.closed' } })
      await setSurveyFlag(server, asha, 'show')
      expect(await send({ photo: await jpeg() })).toMatchObject({ status: 403, refusal: { code: 'surveys.not_yours' } })
    })
  })

  test('the files of nine concurrent tabs if a tenth wins', async () => {
    const before = await keysIn(store)
    const picture = await jpeg()
    const replies = await Promise.all(Array.from({ length: 10 }, () => send({ photo: picture })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
    const [row, ...others] = await fileRows()
    expect(others).toEqual([])
    expect((await keysIn(store)).filter((key) => !before.includes(key)).toSorted()).toEqual(
      [keyOf(row?.id ?? '', 'original'), keyOf(row?.id ?? '', 'thumbnail')].toSorted(),
    )
  })

  test('a form that is cut off at any point', async () => {
    const form = new FormData()
    form.append('data', JSON.stringify({ survey: survey.id, stage: survey.stages[0] }))
    form.append('photo', await jpeg())
    form.append('letter', pdf())
    const encoded = new Response(form)
    const whole = Buffer.from(await encoded.arrayBuffer())
    const headers = {
      authorization: `Bearer ${await server.tokenFor(asha)}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    }
    const sendBytes = (payload: Buffer) => server.app.inject({ method: 'POST', url: sendAnswers.path, headers, payload })
    await expectNothing(async () => {
      for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
        expect((await sendBytes(whole.subarray(0, Math.floor(whole.length * part)))).statusCode).toBe(400)
    })
    expect((await sendBytes(whole)).statusCode).toBe(200)
  })
})
