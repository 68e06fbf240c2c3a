import * as calls from '@saathi/contract/content/draft-calls'
import { listSessions } from '@saathi/contract/learning/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { buildProject } from '../../../test/mentorships.ts'
import { sendAnswers } from '../../../test/send-answers.ts'
import { buildStaff, buildStaffOf } from '../../../test/staff-rights.ts'
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

const rows = async (by: number) => (await server.ask(by, calls.listContent, { query: {} })).body.rows
const rowOf = async (by: number, key: string) => (await rows(by)).find((row) => row.key === key)
const step = (text: string, id = 'b1') => ({ kind: 'step' as const, blocks: [textBlock(id, text)] })
const statusOf = async (answer: Promise<{ status: number; body: object }>) => {
  const { status, body } = await answer
  return [status, 'code' in body ? body.code : null]
}

describe('writing', () => {
  test('[AUT-01] a session is written and published in the browser, and a member takes it', async () => {
    const key = await writeSession(server, leela)
    const asha = await server.buildPerson()
    const titles = async () => (await server.ask(asha, listSessions, { query: {} })).body.sessions.map(({ title }) => title)
    expect(await titles()).not.toContain('Speak up')
    expect(await rowOf(leela, key)).toMatchObject({ state: 'draft', version: null, steps: 2, minutes: 15, inTheMiddle: null })
    expect((await desk.read(key)).problems).toEqual([])
    expect((await desk.publish(key)).body).toEqual({ version: 1 })
    expect(await titles()).toContain('Speak up')
    expect(await rowOf(leela, key)).toMatchObject({ state: 'published', version: 1, hasChanges: false })

    const session = await sessionId(server, key)
    await beginAtStep(server, asha, session)
    const { sessionSteps } = await readSession(server, asha, session)
    const item = sessionSteps[1]?.content[1]
    const answered = await sendAnswers(
      server,
      asha,
      { session, step: sessionSteps[1]?.id ?? 0, quiz: item?.quiz?.id ?? 0 },
      { answers: { first: 'listen' } },
    )
    expect(answered.status).toBe(200)
    expect((await readSession(server, asha, session)).sessionStatus).toBe('COMPLETED')
  })

  test('[AUT-02] of two authors on one part the second is refused and loses nothing, and other parts stay free', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    const anil = authorDesk(server, await buildStaff(server, 'Author'))
    const seen = await desk.partOf(key, 'step:why')
    expect((await desk.save(key, 'step:why', seen.revision, step('Leela writes'))).body.part.revision).toBe(seen.revision + 1)
    expect(await statusOf(anil.save(key, 'step:why', seen.revision, step('Anil writes')))).toEqual([409, 'content.part_changed'])
    expect((await anil.partOf(key, 'step:why')).body).toEqual(step('Leela writes'))
    expect((await anil.partOf(key, 'step:why')).changedBy).toMatch(/^Person/)
    const other = await anil.partOf(key, 'step:try')
    expect((await anil.save(key, 'step:try', other.revision, step('Anil writes'))).status).toBe(200)
  })

  test('[AUT-02] of many saves at once exactly one is taken for each revision', async () => {
    const key = await writeSession(server, leela)
    const { revision } = await desk.partOf(key, 'step:why')
    const saves = Array.from({ length: 8 }, (_, at) => desk.save(key, 'step:why', revision, step(`Try ${at}`)))
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
  })

  test('the first change of a published session copies it, and discarding the draft restores it', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    await desk.write(key, 'step:why', step('Changed'))
    const { revision, state, hasChanges } = await desk.read(key)
    expect([state, hasChanges]).toEqual(['draft', true])
    expect(await statusOf(server.ask(leela, calls.discardDraft, { params: desk.at(key), body: { revision: 0 } }))).toEqual([
      409,
      'content.draft_changed',
    ])
    await server.ask(leela, calls.discardDraft, { params: desk.at(key), body: { revision } })
    expect((await desk.partOf(key, 'step:why')).body).toEqual(step('Breathe in while you count four.'))
    expect((await desk.read(key)).state).toBe('published')
  })

  test('mistakes are named with part and field', async () => {
    const key = await writeSession(server, leela)
    const broken = [
      textBlock('b1', ''),
      { ...textBlock('b2', 'Watch'), contentType: 'HYPERLINK' as const, url: 'javascript:alert(1)' },
      textBlock('b3', 'A [link](data:text/html,x) and <b>HTML</b>'),
      textBlock('b4', 'Words\n::: quiz check'),
    ]
    await desk.write(key, 'step:why', { kind: 'step', blocks: broken })
    const twice = [choiceQuestion('same'), choiceQuestion('same', { answerOptions: [] })]
    await desk.write(key, 'quiz:check', { kind: 'quiz', helpText: '', questions: twice })
    await desk.writeAbout(key, { title: 'x'.repeat(61), tags: ['unknown'] })
    const { problems } = await desk.read(key)
    const places = problems.map(({ part, path }) => `${part} ${path}`)
    expect(places).toEqual(
      expect.arrayContaining([
        'session title',
        'step:why blocks[0].text',
        'step:why blocks[1].url',
        'step:why blocks[2].text',
        'step:why blocks[3].text',
        'quiz:check questions[1].key',
        'quiz:check questions[1].answerOptions',
      ]),
    )
    expect(await statusOf(desk.publish(key))).toEqual([409, 'content.has_problems'])
  })

  test('a part of another kind is refused', async () => {
    const key = await writeSession(server, leela)
    expect(await statusOf(desk.save(key, 'quiz:why', 0, step('x')))).toEqual([400, 'content.bad_part'])
  })
})

describe('rights', () => {
  test('an author of another programme cannot tell foreign content from absent, and content for all is read only', async () => {
    const [own, other] = [await buildProject(server, [], '1to1'), await buildProject(server, [], '1to1')]
    const guest = await buildStaffOf(server, 'Author', other)
    const create = (projectId: number | null, by = leela) =>
      server.ask(by, calls.createContent, { body: { kind: 'session', title: 'Only here', projectId } })
    const { key } = (await create(own)).body
    const read = (name: string) => server.ask(guest, calls.getDraft, { params: desk.at(name) })
    expect(await statusOf(read(key))).toEqual(await statusOf(read('never-written')))
    expect(await rowOf(guest, key)).toBeUndefined()
    const everybody = await writeSession(server, leela)
    expect((await read(everybody)).status).toBe(404)
    await desk.publish(everybody)
    expect((await read(everybody)).body.mayWrite).toBe(false)
    expect(await statusOf(authorDesk(server, guest).write(everybody, 'step:why', step('x')))).toEqual([403, 'content.not_yours'])
    expect(await statusOf(create(null, guest))).toEqual([403, 'content.not_yours'])
    expect((await create(other, guest)).status).toBe(200)
  })

  test('an author of one programme cannot give content to another programme or to everybody', async () => {
    const [own, other] = [await buildProject(server, [], '1to1'), await buildProject(server, [], '1to1')]
    const keyOf = async (id: number) =>
      (await server.db.selectFrom('project').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key
    const [ownKey, otherKey] = [await keyOf(own), await keyOf(other)]
    const guest = await buildStaffOf(server, 'Author', own)
    const guestDesk = authorDesk(server, guest)
    const key = await writeSession(server, guest, { projectId: own })
    for (const projects of [[], [otherKey], [ownKey, otherKey], ['never-written']])
      expect(await statusOf(guestDesk.writeAbout(key, { projects })), projects.join()).toEqual([403, 'content.not_yours'])
    expect((await guestDesk.partOf(key, 'session')).body).toMatchObject({ projects: [ownKey] })
    expect((await guestDesk.writeAbout(key, { title: 'Speak up today', projects: [ownKey] })).status).toBe(200)
    expect((await desk.writeAbout(key, { projects: [ownKey, otherKey] })).status).toBe(200)
  })

  test('members and other roles cannot use any of the calls', async () => {
    for (const by of [await server.buildPerson(), await buildStaff(server, 'Viewer'), await buildStaff(server, 'PairManager')])
      expect((await server.ask(by, calls.listContent, { query: {} })).status).toBe(403)
  })
})

describe('publishing', () => {
  test('[AUT-05] says how many keep the old version and how many get the new one; people who have started finish theirs', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    const session = await sessionId(server, key)
    const [asha, meera] = [await server.buildPerson(), await server.buildPerson()]
    await beginAtStep(server, asha, session)
    await desk.write(key, 'step:why', step('New words', 'b2'))
    await desk.writeAbout(key, { steps: [{ key: 'why', title: 'Only one', durationMinutes: 3 }] })
    const before = (await server.ask(leela, calls.getPublishing, { params: desk.at(key) })).body
    expect(before).toMatchObject({ nextVersion: 2, stay: 1, isWordingOnly: false, problems: [] })
    expect(before.change).toBeGreaterThanOrEqual(1)
    expect((await desk.publish(key)).body).toEqual({ version: 2 })
    expect((await readSession(server, asha, session)).sessionSteps).toHaveLength(2)
    expect((await readSession(server, asha, session)).completedSteps).toBe(1)
    expect((await readSession(server, meera, session)).sessionSteps.map(({ title }) => title)).toEqual(['Only one'])
    expect(await statusOf(desk.publish(key))).toEqual([409, 'content.nothing_changed'])
  })

  test('[AUT-05] a wording fix reaches everyone and resets no progress; anything more is refused', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    const session = await sessionId(server, key)
    const asha = await server.buildPerson()
    await beginAtStep(server, asha, session)
    await desk.write(key, 'step:why', step('Breathe in while you count five.'))
    expect((await desk.publish(key, 'wording')).body).toEqual({ version: 1 })
    const detail = await readSession(server, asha, session)
    expect(detail.sessionSteps[0]?.content[0]?.text).toBe('Breathe in while you count five.')
    expect(detail.completedSteps).toBe(1)
    await desk.write(key, 'quiz:check', {
      kind: 'quiz',
      helpText: '',
      questions: [choiceQuestion('first', { mandatory: false })],
    })
    expect(await statusOf(desk.publish(key, 'wording'))).toEqual([409, 'content.not_wording'])
  })

  test('[AUT-05] a draft is published at its time, once, and not if the date was removed', async () => {
    const key = await writeSession(server, leela)
    const { revision } = await desk.read(key)
    const at = new Date(server.clock.now().getTime() + 600_000).toISOString()
    const schedule = (time: string) =>
      server.ask(leela, calls.scheduleDraft, { params: desk.at(key), body: { revision, at: time } })
    expect(await statusOf(schedule(server.clock.now().toISOString()))).toEqual([400, 'content.bad_time'])
    expect((await schedule(at)).body).toEqual({ scheduledFor: at })
    expect(await statusOf(schedule(at))).toEqual([409, 'content.is_scheduled'])
    expect(await statusOf(desk.write(key, 'step:why', step('Late')))).toEqual([409, 'content.is_scheduled'])
    await run({ key, at })
    expect((await desk.read(key)).state).toBe('scheduled')
    await server.ask(leela, calls.unscheduleDraft, { params: desk.at(key) })
    server.clock.advance(600)
    await run({ key, at })
    expect((await desk.read(key)).state).toBe('draft')
    const later = new Date(server.clock.now().getTime() + 60_000).toISOString()
    await schedule(later)
    server.clock.advance(60)
    await run({ key, at: later })
    await run({ key, at: later })
    expect(await desk.read(key)).toMatchObject({ state: 'published', version: 1 })
  })

  test('[AUT-05] an unpublished session is no longer offered, and keeps its progress when it is published again', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    const session = await sessionId(server, key)
    const asha = await server.buildPerson()
    await beginAtStep(server, asha, session)
    const takeBack = () =>
      server.ask(leela, calls.takeBackContent, { params: desk.at(key), body: { reason: 'A number was wrong' } })
    await takeBack()
    expect((await readSession(server, asha, session)).sessionSteps).toBeUndefined()
    expect((await desk.read(key)).state).toBe('taken_back')
    expect(await statusOf(takeBack())).toEqual([409, 'content.not_published'])
    await desk.publish(key)
    expect((await readSession(server, asha, session)).completedSteps).toBe(1)
  })

  test('a session in the schedule of a mentorship cannot be unpublished', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    await buildProject(server, [{ id: await sessionId(server, key), versionId: 0, steps: [], quizzes: new Map() }], '1to1')
    const answer = server.ask(leela, calls.takeBackContent, { params: desk.at(key), body: { reason: 'A number was wrong' } })
    expect(await statusOf(answer)).toEqual([409, 'content.in_schedule'])
  })

  test('[AUT-10] a question that people have answered keeps its type', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    const session = await sessionId(server, key)
    const asha = await server.buildPerson()
    await beginAtStep(server, asha, session)
    const { sessionSteps } = await readSession(server, asha, session)
    const quiz = sessionSteps[1]?.content[1]?.quiz?.id ?? 0
    await sendAnswers(server, asha, { session, step: sessionSteps[1]?.id ?? 0, quiz }, { answers: { first: 'shout' } })
    expect((await desk.read(key)).locked).toEqual([{ quiz: 'check', question: 'first', answers: 1 }])
    const asText = choiceQuestion('first', { questionType: 'Text', answerOptions: [] })
    const saved = await desk.write(key, 'quiz:check', { kind: 'quiz', helpText: '', questions: [asText] })
    expect(saved.body.problems).toEqual([expect.objectContaining({ part: 'quiz:check', path: 'questions[0].questionType' })])
  })

  test('the acts of authors are recorded without words', async () => {
    const key = await writeSession(server, leela)
    const acts = await server.db.selectFrom('staff_act').selectAll().where('staff_id', '=', leela).execute()
    expect(acts.map(({ call }) => call)).toContain('PUT /api/v2/staff/content/:kind/:key/part/')
    expect(JSON.stringify(acts.map(({ named }) => named))).not.toContain('Breathe')
    expect(key).toBe((await rows(leela)).find(({ title }) => title === 'Speak up')?.key)
  })
})

/** The job runs as the queue would run it. */
async function run({ key, at }: { key: string; at: string }) {
  const { app, db, clock } = server
  const tools = { db, now: clock.now, log: app.log, engines: {} as Engines, signal: new AbortController().signal }
  const work = await publishJob.begin(tools, { kind: 'session', key, at })
  await inTransaction(app.world, app.log, work)
}
