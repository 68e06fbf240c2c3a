import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { folderStore } from '#core/files/folder-store.ts'
import { makePdf, makePicture } from '#core/files/test-pictures.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { beginSession, buildSession } from '../../../test/hub-sessions.ts'
import { makeQuestion, makeQuiz, quizItem } from '../../../test/quiz-content.ts'
import { type QuizRef, sendAnswers, replyOf } from '../../../test/send-answers.ts'
import { keysIn } from '../../../test/stored-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'saathi-repeat-'))
const store = folderStore(join(folder, 'files'))
let server: TestServer
let asha: number
beforeAll(async () => {
  server = await startTestServer({ dataDir: folder })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  asha = await server.buildPerson()
})

async function buildStarted(allowRetake: boolean): Promise<QuizRef> {
  const questions = [makeQuestion('name', 'Text'), makeQuestion('photo', 'ImageResponse'), makeQuestion('letter', 'Document')]
  const content = { 0: [quizItem('ask', { allowRetake })] }
  const session = await buildSession(server, { content, quizzes: { ask: makeQuiz(questions) } })
  await beginSession(server, asha, session)
  return { session: session.id, step: session.steps[0] ?? 0, quiz: session.quizzes.get('ask') ?? 0 }
}
const attempts = () => server.db.selectFrom('quiz_attempt').select('number').where('person_id', '=', asha).execute()
const fileRows = () => server.db.selectFrom('file').select('id').where('owner_id', '=', asha).execute()
const png = async (width = 60) =>
  new File([new Uint8Array(await makePicture({ format: 'png', width }))], 'me.png', { type: 'image/png' })
const pdf = (body: string) => new File([new Uint8Array(makePdf(400, body))], 'letter.pdf', { type: 'application/pdf' })
const reused = { status: 409, refusal: { code: 'core.idempotency_key_reused' } }

describe.each([
  ['allows retakes', true],
  ['allows one attempt', false],
])('a retried submission of a quiz that %s', (_what, allowRetake) => {
  test('gets the first reply again and counts once', async () => {
    const place = await buildStarted(allowRetake)
    const submission = { answers: { name: 'Asha' }, key: randomUUID() }
    const first = await sendAnswers(server, asha, place, submission)
    replyOf(first)
    const pushesBefore = server.delivered.length
    server.clock.advance(60)
    const again = await sendAnswers(server, asha, place, submission)
    server.clock.reset()
    expect(replyOf(again)).toEqual(replyOf(first))
    expect(await attempts()).toEqual([{ number: 1 }])
    expect(server.delivered).toHaveLength(pushesBefore)
  })

  test('with files gets the first reply again, without duplicate rows or bytes', async () => {
    const place = await buildStarted(allowRetake)
    const before = await keysIn(store)
    const submission = { answers: { name: 'Asha' }, parts: { photo: await png(), letter: pdf('mine') }, key: randomUUID() }
    const first = replyOf(await sendAnswers(server, asha, place, submission))
    const storedKeys = await keysIn(store)
    expect(storedKeys.filter((key) => !before.includes(key))).toHaveLength(3)
    expect(replyOf(await sendAnswers(server, asha, place, submission))).toEqual(first)
    expect([await attempts(), await fileRows()]).toMatchObject([[{ number: 1 }], [{}, {}]])
    expect(await keysIn(store)).toEqual(storedKeys)
  })

  test('sent ten times at once counts once, and all get the same reply', async () => {
    const place = await buildStarted(allowRetake)
    const submission = { answers: { name: 'Asha' }, key: randomUUID() }
    const replies = await Promise.all(Array.from({ length: 10 }, () => sendAnswers(server, asha, place, submission)))
    const [first, ...others] = replies.map(replyOf)
    for (const other of others) expect(other).toEqual(first)
    expect(await attempts()).toEqual([{ number: 1 }])
  })

  test('is refused if its key was used for other answers, another file or other bytes', async () => {
    const place = await buildStarted(allowRetake)
    const key = randomUUID()
    const submission = { answers: { name: 'Asha' }, parts: { letter: pdf('mine') }, key }
    replyOf(await sendAnswers(server, asha, place, submission))
    const storedKeys = await keysIn(store)
    expect(await sendAnswers(server, asha, place, { ...submission, answers: { name: 'Ravi' } })).toMatchObject(reused)
    expect(await sendAnswers(server, asha, place, { ...submission, parts: { letter: pdf('hers') } })).toMatchObject(reused)
    expect(await sendAnswers(server, asha, place, { ...submission, parts: { photo: await png() } })).toMatchObject(reused)
    expect(await sendAnswers(server, asha, place, { ...submission, parts: {} })).toMatchObject(reused)
    expect([await attempts(), await fileRows()]).toMatchObject([[{ number: 1 }], [{}]])
    expect(await keysIn(store)).toEqual(storedKeys)
  })
})

test('a key whose request was refused can be used again', async () => {
  const place = await buildStarted(false)
  const key = randomUUID()
  expect((await sendAnswers(server, asha, place, { answers: { other: 'x' }, key })).status).toBe(422)
  replyOf(await sendAnswers(server, asha, place, { answers: { name: 'Asha' }, key }))
  expect(await attempts()).toEqual([{ number: 1 }])
})

test('keys are per person', async () => {
  const place = await buildStarted(false)
  const key = randomUUID()
  const first = replyOf(await sendAnswers(server, asha, place, { answers: { name: 'Asha' }, key }))
  const ravi = await server.buildPerson()
  expect(await sendAnswers(server, ravi, place, { answers: { name: 'Asha' }, key })).toMatchObject({
    status: 409,
    refusal: { code: 'learning.not_begun' },
  })
  expect(first.state.attempts).toBe(1)
})

test('a key that is not a UUID is refused before anything is stored', async () => {
  const place = await buildStarted(false)
  const storedKeys = await keysIn(store)
  const submission = { parts: { letter: pdf('mine') }, key: 'again' }
  expect(await sendAnswers(server, asha, place, submission)).toMatchObject({ status: 400, refusal: { code: 'core.bad_input' } })
  expect([await attempts(), await fileRows(), await keysIn(store)]).toEqual([[], [], storedKeys])
})

test('files are compared by digest, not serialised', async () => {
  const place = await buildStarted(true)
  const writeOut = vi.spyOn(Buffer.prototype, 'toJSON')
  replyOf(await sendAnswers(server, asha, place, { parts: { letter: pdf('mine') }, key: randomUUID() }))
  const times = writeOut.mock.calls.length
  writeOut.mockRestore()
  expect(times).toBe(0)
})
