import { getDesk } from '@saathi/contract/content/desk-calls'
import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  authorDesk,
  type AuthorDesk,
  beginAtStep,
  readSession,
  sessionId,
  textBlock,
  writeSession,
} from '../../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { buildProject } from '../../../../test/mentorships.ts'
import { sendAnswers } from '../../../../test/send-answers.ts'
import { buildStaff, buildStaffOf } from '../../../../test/staff-rights.ts'

let server: TestServer
let [leela, anil] = [0, 0]
let desk: AuthorDesk
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.reset()
  leela = await buildStaff(server, 'Author')
  anil = await buildStaff(server, 'Author')
  desk = authorDesk(server, leela)
})

const readDesk = async (by: number) => (await server.ask(by, getDesk, {})).body
const tasksOf = async (by: number, key: string) => (await readDesk(by)).tasks.filter((task) => task.key === key)
const typesOf = async (by: number, key: string) => (await tasksOf(by, key)).map(({ type }) => type)
const step = (text: string) => ({ kind: 'step' as const, blocks: [textBlock('b1', text)] })
const review = async (key: string, act: 'ask' | 'approve' | 'return', by = leela) =>
  server.ask(by, team.reviewDraft, { params: desk.at(key), body: { act, revision: (await desk.read(key)).revision } })
const schedule = async (key: string, at: Date) =>
  server.ask(leela, calls.scheduleDraft, {
    params: desk.at(key),
    body: { revision: (await desk.read(key)).revision, at: at.toISOString() },
  })
const later = (hours: number) => new Date(server.clock.now().getTime() + hours * 3_600_000)

describe('tasks', () => {
  test('[AUT-06] a review waits for the people who may decide it, and a returned draft for the one who asked', async () => {
    const key = await writeSession(server, leela, { title: 'Mock interview' })
    expect(await typesOf(anil, key)).toEqual([])
    await review(key, 'ask')
    expect(await tasksOf(anil, key)).toMatchObject([
      { type: 'review', kind: 'session', title: 'Mock interview', by: expect.stringMatching(/^Person/) },
    ])
    expect(await typesOf(leela, key)).toEqual([])
    await review(key, 'return', anil)
    expect(await typesOf(anil, key)).toEqual([])
    expect(await tasksOf(leela, key)).toMatchObject([{ type: 'returned', by: expect.stringMatching(/^Person/) }])
    expect(await desk.read(key)).toMatchObject({ isReturned: true, returnedBy: expect.stringMatching(/^Person/) })
    // It stays while its author corrects it.
    await desk.write(key, 'step:why', step('Breathe out.'))
    expect(await typesOf(leela, key)).toEqual(['returned'])
    await review(key, 'ask')
    expect(await typesOf(leela, key)).toEqual([])
    expect(await desk.read(key)).toMatchObject({ isReturned: false, returnedBy: null })
    await review(key, 'approve', anil)
    expect(await typesOf(anil, key)).toEqual([])
  })

  test('[AUT-06] a returned draft no longer waits once it is published or discarded', async () => {
    const [published, discarded] = [await writeSession(server, leela), await writeSession(server, leela)]
    await desk.publish(discarded)
    await desk.write(discarded, 'step:why', step('Breathe out.'))
    for (const key of [published, discarded]) {
      await review(key, 'ask')
      await review(key, 'return', anil)
      expect(await typesOf(leela, key)).toEqual(['returned'])
    }
    await desk.publish(published)
    const { revision } = await desk.read(discarded)
    await server.ask(leela, calls.discardDraft, { params: desk.at(discarded), body: { revision } })
    for (const key of [published, discarded]) {
      await desk.write(key, 'step:why', step('Breathe in and out.'))
      expect(await typesOf(leela, key)).toEqual([])
    }
  })

  test('[AUT-06] comments of others wait for the people who wrote the content, until they are done', async () => {
    const key = await writeSession(server, leela)
    const comment = (by: number, text: string) => server.ask(by, team.addDraftComment, { params: desk.at(key), body: { text } })
    await comment(leela, 'My own note')
    expect(await typesOf(leela, key)).toEqual([])
    await comment(anil, 'Too long for a phone')
    const [last] = (await comment(anil, 'And too loud')).body.comments
    expect(await tasksOf(leela, key)).toMatchObject([{ type: 'comments', count: 2, by: expect.stringMatching(/^Person/) }])
    const reader = await buildStaff(server, 'Author')
    expect(await typesOf(reader, key)).toEqual([])
    await comment(reader, 'I like it')
    expect(await tasksOf(leela, key)).toMatchObject([{ type: 'comments', count: 3, by: null }])
    const body = { commentId: last?.id ?? 0, isDone: true }
    await server.ask(leela, team.settleDraftComment, { params: desk.at(key), body })
    expect(await tasksOf(leela, key)).toMatchObject([{ type: 'comments', count: 2 }])
  })

  test('[AUT-07] texts that changed since they were translated wait, by language, but not in a scheduled draft', async () => {
    const key = await writeSession(server, leela)
    const query = { language: 'hi' }
    const { rows } = (await server.ask(leela, team.listTranslations, { params: desk.at(key), query })).body
    for (const { part, path, source, revision } of rows.filter((row) => row.part === 'step:why')) {
      const body = { language: 'hi', part, path, source, text: 'चार तक गिनें', revision }
      await server.ask(leela, team.saveTranslation, { params: desk.at(key), body })
    }
    expect(await typesOf(anil, key)).toEqual([])
    await desk.write(key, 'step:why', step('Breathe in while you count six.'))
    expect(await tasksOf(anil, key)).toMatchObject([
      { type: 'translation', language: 'hi', count: 1, at: (await desk.partOf(key, 'step:why')).changedAt },
    ])
    await schedule(key, later(1))
    expect(await typesOf(anil, key)).toEqual([])
  })

  test('content that a colleague may not write gives them nothing to do', async () => {
    const [own, other] = [await buildProject(server, [], '1to1'), await buildProject(server, [], '1to1')]
    const guest = await buildStaffOf(server, 'Author', other)
    const [foreign, shared] = [await writeSession(server, leela, { projectId: own }), await writeSession(server, leela)]
    await desk.publish(shared)
    await desk.write(shared, 'step:why', step('Breathe out.'))
    for (const key of [foreign, shared]) {
      await review(key, 'ask')
      expect(await typesOf(guest, key)).toEqual([])
      expect(await typesOf(anil, key)).toEqual(['review'])
    }
    for (const by of [await server.buildPerson(), await buildStaff(server, 'Viewer')])
      expect((await server.ask(by, getDesk, {})).status).toBe(403)
    expect((await server.ask(null, getDesk, {})).status).toBe(401)
  })

  test('[AUT-01] the list says what the reader wrote, and what they changed last', async () => {
    const key = await writeSession(server, leela)
    const rowOf = async (by: number) =>
      (await server.ask(by, calls.listContent, { query: {} })).body.rows.find((row) => row.key === key)
    expect(await rowOf(leela)).toMatchObject({ isMine: true, isChangedByReader: true })
    expect(await rowOf(anil)).toMatchObject({ isMine: false, isChangedByReader: false })
    await authorDesk(server, anil).write(key, 'step:why', step('Breathe out.'))
    expect(await rowOf(leela)).toMatchObject({ isMine: true, isChangedByReader: false })
    expect(await rowOf(anil)).toMatchObject({ isMine: true, isChangedByReader: true })
  })
})

describe('next on a date', () => {
  test('[AUT-05] scheduled publications are listed in order, and foreign ones to nobody else', async () => {
    const projectId = await buildProject(server, [], '1to1')
    const [second, first] = [await writeSession(server, leela, { projectId }), await writeSession(server, leela, { projectId })]
    const [at, after] = [later(2), later(5)]
    await schedule(second, after)
    await schedule(first, at)
    const next = (await readDesk(leela)).next.filter(({ key }) => key === first || key === second)
    expect(next).toEqual([
      { kind: 'session', key: first, title: 'Speak up', at: at.toISOString(), languages: ['en'], people: 0 },
      { kind: 'session', key: second, title: 'Speak up', at: after.toISOString(), languages: ['en'], people: 0 },
    ])
    const guest = await buildStaffOf(server, 'Author', await buildProject(server, [], '1to1'))
    expect((await readDesk(guest)).next.map(({ key }) => key)).not.toContain(first)
    await server.ask(leela, calls.unscheduleDraft, { params: desk.at(first) })
    expect((await readDesk(leela)).next.map(({ key }) => key)).not.toContain(first)
  })
})

describe('what learners tell', () => {
  /** Completes the first step, and answers the quiz of the second if there is an answer. */
  async function takePart(session: number, answer: string | null) {
    const person = await server.buildPerson()
    await beginAtStep(server, person, session)
    if (answer === null) return
    const { sessionSteps } = await readSession(server, person, session)
    const [, second] = sessionSteps
    const place = { session, step: second?.id ?? 0, quiz: second?.content[1]?.quiz?.id ?? 0 }
    await sendAnswers(server, person, place, { answers: { first: answer } })
  }

  test('[AUT-11] names a question that many get wrong and a step where many stop, from ten people on', async () => {
    const key = await writeSession(server, leela, { title: 'When plans change' })
    await desk.publish(key)
    const session = await sessionId(server, key)
    const signals = async (by = leela) => (await readDesk(by)).signals.filter((signal) => signal.key === key)
    for (let at = 0; at < 9; at++) await takePart(session, 'shout')
    expect(await signals()).toEqual([])
    await takePart(session, 'listen')
    const place = { key, title: 'When plans change', step: 'try', stepTitle: 'Try it' }
    const question = { type: 'question', ...place, quiz: 'check', question: 'first', number: 1, percent: 90 }
    expect(await signals()).toEqual([question])

    for (let at = 0; at < 5; at++) await takePart(session, null)
    expect(await signals()).toEqual([question])
    server.clock.set(later(15 * 24))
    // The second factor is asked for again after so many days.
    const colleague = await buildStaff(server, 'Author')
    // Five of fifteen.
    expect(await signals(colleague)).toEqual([question, { type: 'step', ...place, percent: 30 }])
    const guest = await buildStaffOf(server, 'Author', await buildProject(server, [], '1to1'))
    expect((await readDesk(guest)).signals).toContainEqual(question)
    await server.ask(colleague, calls.takeBackContent, { params: desk.at(key), body: { reason: 'To be reworked' } })
    expect(await signals(colleague)).toEqual([])
  })

  test('[AUT-11] the figures of a foreign programme are shown to nobody else', async () => {
    const projectId = await buildProject(server, [], '1to1')
    const key = await writeSession(server, leela, { projectId })
    await desk.publish(key)
    const session = await sessionId(server, key)
    for (let at = 0; at < 10; at++) {
      const person = await server.buildPerson()
      await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', person).execute()
      await beginAtStep(server, person, session)
    }
    server.clock.set(later(15 * 24))
    const keysOf = async (by: number) => (await readDesk(by)).signals.map((signal) => signal.key)
    expect(await keysOf(await buildStaffOf(server, 'Author', projectId))).toContain(key)
    const guest = await buildStaffOf(server, 'Author', await buildProject(server, [], '1to1'))
    expect(await keysOf(guest)).not.toContain(key)
  })
})
