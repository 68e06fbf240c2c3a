import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import { completeStep } from '@saathi/contract/learning/session-calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import type { Engines } from '#core/jobs/define-job.ts'
import {
  authorDesk,
  type AuthorDesk,
  beginAtStep,
  choiceQuestion,
  readSession,
  sessionId,
  textBlock,
  writeSession,
} from '../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { sendAnswers } from '../../../test/send-answers.ts'
import { buildStaff } from '../../../test/staff-rights.ts'
import { publishJob } from './schedule.ts'

let server: TestServer
let leela: number
let desk: AuthorDesk
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.reset()
  leela = await buildStaff(server, 'Author')
  desk = authorDesk(server, leela)
})

type Place = { person: number; step: number; quiz: number }
const codeOf = ({ status, body }: { status: number; body: object }) => [status, 'code' in body ? body.code : null]

test('[AUT-04] a quiz in which no answer is right, or two are where one can be chosen, is not published', async () => {
  const key = await writeSession(server, leela)
  const mark = (...right: boolean[]) =>
    choiceQuestion('first', {
      answerOptions: right.map((isCorrect, at) => ({ key: `o${at}`, label: `Answer ${at}`, helpText: '', isCorrect })),
    })
  for (const question of [mark(false, false), mark(true, true)]) {
    const saved = await desk.write(key, 'quiz:check', { kind: 'quiz', helpText: '', questions: [question] })
    expect(saved.body.problems).toMatchObject([{ part: 'quiz:check', path: 'questions[0].answerOptions' }])
    expect(codeOf(await desk.publish(key))).toEqual([409, 'content.has_problems'])
  }
})

test('[AUT-05] a version published during the last step of somebody neither stops them nor changes what they do', async () => {
  const key = await writeSession(server, leela)
  await desk.publish(key)
  const session = await sessionId(server, key)
  const people = await Promise.all(Array.from({ length: 6 }, () => server.buildPerson()))
  const places: Place[] = []
  for (const person of people) {
    await beginAtStep(server, person, session)
    const { sessionSteps } = await readSession(server, person, session)
    const [, last] = sessionSteps
    places.push({ person, step: last?.id ?? 0, quiz: last?.content[1]?.quiz?.id ?? 0 })
  }
  await desk.write(key, 'step:try', { kind: 'step', blocks: [textBlock('b1', 'A step without a quiz.')] })
  await desk.writeAbout(key, {
    steps: [
      { key: 'try', title: 'Try it', durationMinutes: 9 },
      { key: 'why', title: 'Why rooms feel loud', durationMinutes: 6 },
    ],
  })
  const finish = ({ person, step, quiz }: Place) =>
    sendAnswers(server, person, { session, step, quiz }, { answers: { first: 'listen' } })
  // Some finish before, some with and some after the version.
  for (const place of places.slice(0, 1)) expect((await finish(place)).status).toBe(200)
  const [published, answers] = await Promise.all([desk.publish(key), Promise.all(places.slice(1, 4).map(finish))])
  expect(published.body).toEqual({ version: 2 })
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const place of places.slice(4)) expect((await finish(place)).status).toBe(200)
  for (const { person, step } of places) {
    // An answer of the last quiz completes the step; going on from it a second time changes nothing.
    await server.ask(person, completeStep, { body: { session, step } })
    const { sessionStatus, sessionSteps } = await readSession(server, person, session)
    expect([sessionStatus, sessionSteps.map(({ id }) => id).includes(step)]).toEqual(['COMPLETED', true])
  }
})

test('[AUT-07] a step that was removed takes its translations with it, and brings them back', async () => {
  const key = await writeSession(server, leela)
  const params = desk.at(key)
  const rows = async () => (await server.ask(leela, team.listTranslations, { params, query: { language: 'hi' } })).body.rows
  const before = await rows()
  const row = before.find(({ part }) => part === 'step:why')
  if (!row) throw new Error('nothing to translate')
  const translate = (text: string, revision: number) =>
    server.ask(leela, team.saveTranslation, {
      params,
      body: { language: 'hi', part: row.part, path: row.path, source: row.source, text, revision },
    })
  await translate('साँस लीजिए', 0)
  const { body } = await desk.partOf(key, 'session')
  if (body.kind !== 'session') throw new Error('not a session')
  await desk.writeAbout(key, { steps: body.steps.filter((step) => step.key !== 'why') })
  expect((await rows()).map(({ part }) => part)).not.toContain('step:why')
  expect(codeOf(await translate('बहुत देर से', 1))).toEqual([409, 'content.text_gone'])
  await desk.writeAbout(key, { steps: body.steps })
  expect((await rows()).find(({ path, part }) => part === row.part && path === row.path)?.text).toBe('साँस लीजिए')
})

test('[AUT-05] a clock that is set back publishes nothing early and nothing twice, and loses no draft', async () => {
  const key = await writeSession(server, leela)
  // Not before the author was given the right.
  server.clock.advance(10_000)
  const start = server.clock.now().getTime()
  const at = new Date(start + 600_000).toISOString()
  const schedule = { params: desk.at(key), body: { revision: (await desk.read(key)).revision, at } }
  expect((await server.ask(leela, calls.scheduleDraft, schedule)).status).toBe(200)
  // The queue hands the job out at its time; then the clock is set back by an hour.
  server.clock.advance(-3_000)
  await run(key, at)
  expect(await desk.read(key)).toMatchObject({ state: 'scheduled', version: null })
  server.clock.advance(3_600)
  await run(key, at)
  await run(key, at)
  expect(await desk.read(key)).toMatchObject({ state: 'published', version: 1 })

  await desk.write(key, 'step:why', { kind: 'step', blocks: [textBlock('b1', 'Before the change')] })
  const { revision } = await desk.partOf(key, 'step:why')
  server.clock.advance(-7_200)
  const saved = await desk.write(key, 'step:why', { kind: 'step', blocks: [textBlock('b1', 'After the change')] })
  expect(saved.body.part.revision).toBe(revision + 1)
  expect((await desk.publish(key)).body).toEqual({ version: 2 })
  const asha = await server.buildPerson()
  const { sessionSteps } = await readSession(server, asha, await sessionId(server, key))
  expect(sessionSteps[0]?.content[0]?.text).toBe('After the change')
})

/** The job runs as the queue would run it. */
async function run(key: string, at: string) {
  const { app, db, clock } = server
  const tools = { db, now: clock.now, log: app.log, engines: {} as Engines, signal: new AbortController().signal }
  await inTransaction(app.world, app.log, await publishJob.begin(tools, { kind: 'session', key, at }))
}
