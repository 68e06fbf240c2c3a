import * as team from '@saathi/contract/content/draft-team-calls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  authorDesk,
  type AuthorDesk,
  beginAtStep,
  readSession,
  sessionId,
  textBlock,
  writeSession,
} from '../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildProject } from '../../../test/mentorships.ts'
import { sendAnswers } from '../../../test/send-answers.ts'
import { buildStaff } from '../../../test/staff-rights.ts'

let server: TestServer
let leela: number
let desk: AuthorDesk
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  leela = await buildStaff(server, 'Author')
  desk = authorDesk(server, leela)
})

const rowsOf = async (key: string, language = 'hi') =>
  (await server.ask(leela, team.listTranslations, { params: desk.at(key), query: { language } })).body.rows
type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const translate = (key: string, { part, path, source, revision }: Omit<Row, 'text'>, text: string, by = leela) =>
  server.ask(by, team.saveTranslation, {
    params: desk.at(key),
    body: { language: 'hi', part, path, source, text, revision },
  })
const coverageOf = async (key: string) => (await desk.read(key)).languages.find(({ language }) => language === 'hi')
const codeOf = ({ status, body }: { status: number; body: object }) => [status, 'code' in body ? body.code : null]
const step = (text: string) => ({ kind: 'step' as const, blocks: [textBlock('b1', text)] })

describe('translation', () => {
  test('[AUT-07] a language is offered when complete; a text whose source changed is behind and shown in English', async () => {
    const key = await writeSession(server, leela)
    const rows = await rowsOf(key)
    expect(rows.map(({ path }) => path)).toContain('questions.first.options.listen.label')
    for (const row of rows.slice(1)) await translate(key, row, `हिंदी ${row.source}`)
    expect(await coverageOf(key)).toMatchObject({ missing: 1, behind: 0, total: rows.length })
    await desk.publish(key)
    const asha = await server.buildPerson({ language: 'hi' })
    const session = await sessionId(server, key)
    const read = async () => (await readSession(server, asha, session)).sessionSteps
    expect((await read())[0]?.localeTitle).toBe('Why rooms feel loud')

    const [first] = rows
    if (first) await translate(key, first, 'हिंदी शीर्षक')
    await desk.publish(key)
    expect((await readSession(server, asha, session)).localeTitle).toBe('हिंदी शीर्षक')
    expect((await read())[0]?.content[0]?.localeText).toBe('हिंदी Breathe in while you count four.')

    await desk.write(key, 'step:why', step('Breathe in while you count six.'))
    expect(await coverageOf(key)).toMatchObject({ missing: 0, behind: 1 })
    const behind = (await rowsOf(key)).find(({ part }) => part === 'step:why')
    expect(behind).toMatchObject({
      source: 'Breathe in while you count six.',
      seen: 'Breathe in while you count four.',
      text: 'हिंदी Breathe in while you count four.',
    })
    await desk.publish(key)
    expect((await read())[0]?.content[0]?.localeText).toBe('Breathe in while you count six.')
    expect((await read())[0]?.localeTitle).toBe('हिंदी Why rooms feel loud')
    if (behind) await translate(key, behind, behind.text)
    expect(await coverageOf(key)).toMatchObject({ behind: 0 })
  })

  test('[AUT-07] a translator cannot overwrite an unseen change of another, and a removed text accepts no translation', async () => {
    const key = await writeSession(server, leela)
    const row = (await rowsOf(key)).find(({ part }) => part === 'step:why')
    if (!row) throw new Error('the text is missing')
    const anil = await buildStaff(server, 'Author')
    expect((await translate(key, row, 'लीला', anil)).status).toBe(200)
    expect(codeOf(await translate(key, row, 'अनिल'))).toEqual([409, 'content.part_changed'])
    expect((await rowsOf(key)).find(({ part }) => part === 'step:why')?.text).toBe('लीला')
    await desk.write(key, 'step:why', { kind: 'step', blocks: [textBlock('b9', 'Another text')] })
    expect(codeOf(await translate(key, { ...row, revision: 1 }, 'देर'))).toEqual([409, 'content.text_gone'])
    const query = { language: 'en' }
    const inEnglish = await server.ask(leela, team.listTranslations, { params: desk.at(key), query })
    expect(codeOf(inEnglish)).toEqual([400, 'content.language_not_offered'])
  })
})

describe('review', () => {
  const strict: number[] = []
  // Content for everybody would go on needing a review.
  afterEach(async () => {
    for (const programmeId of strict.splice(0)) await setReview(programmeId, false)
  })
  const setReview = async (programmeId: number, isNeeded: boolean) =>
    server.ask(await buildStaff(server, 'Admin'), team.setContentReview, { params: { programmeId }, body: { isNeeded } })

  async function buildReviewed() {
    const projectId = await buildProject(server, [], '1to1')
    strict.push(projectId)
    await setReview(projectId, true)
    return writeSession(server, leela, { projectId })
  }
  const review = async (key: string, act: 'ask' | 'approve' | 'return', by = leela) =>
    server.ask(by, team.reviewDraft, { params: desk.at(key), body: { act, revision: (await desk.read(key)).revision } })

  test('[AUT-06] a programme that requires a review publishes nothing without the approval of a second person', async () => {
    const key = await buildReviewed()
    expect(await desk.read(key)).toMatchObject({ needsReview: true, askedBy: null })
    expect(codeOf(await desk.publish(key))).toEqual([409, 'content.needs_review'])
    await review(key, 'ask')
    expect((await desk.read(key)).state).toBe('in_review')
    expect(codeOf(await review(key, 'approve'))).toEqual([403, 'content.not_second'])
    const anil = await buildStaff(server, 'Author')
    expect((await authorDesk(server, anil).read(key)).mayApprove).toBe(true)
    expect((await review(key, 'approve', anil)).status).toBe(200)
    expect((await desk.publish(key)).body).toEqual({ version: 1 })
  })

  test('[AUT-06] an approval is for one revision: later changes need another, and an author of the draft cannot approve', async () => {
    const key = await buildReviewed()
    const anil = await buildStaff(server, 'Author')
    await review(key, 'ask')
    await review(key, 'approve', anil)
    await authorDesk(server, anil).write(key, 'step:why', step('Changed by the second person'))
    expect(codeOf(await desk.publish(key))).toEqual([409, 'content.needs_review'])
    await review(key, 'ask')
    expect(codeOf(await review(key, 'approve', anil))).toEqual([403, 'content.not_second'])
    await review(key, 'return', await buildStaff(server, 'Author'))
    expect((await desk.read(key)).state).toBe('draft')
  })

  test('[AUT-06] a translator of the draft cannot approve it until their texts are published', async () => {
    const key = await buildReviewed()
    const anil = await buildStaff(server, 'Author')
    const [first] = await rowsOf(key)
    if (first) await translate(key, first, 'हिंदी शीर्षक', anil)
    await review(key, 'ask')
    expect((await authorDesk(server, anil).read(key)).mayApprove).toBe(false)
    expect(codeOf(await review(key, 'approve', anil))).toEqual([403, 'content.not_second'])
    await review(key, 'approve', await buildStaff(server, 'Author'))
    expect((await desk.publish(key)).body).toEqual({ version: 1 })
    await desk.write(key, 'step:why', step('Breathe out.'))
    await review(key, 'ask')
    expect((await review(key, 'approve', anil)).status).toBe(200)
  })

  test('[AUT-06] comments are read by colleagues and marked as done', async () => {
    const key = await writeSession(server, leela)
    const anil = await buildStaff(server, 'Author')
    const added = await server.ask(anil, team.addDraftComment, { params: desk.at(key), body: { text: 'Too long for a phone' } })
    const [comment] = added.body.comments
    expect(comment).toMatchObject({ text: 'Too long for a phone', isDone: false })
    const settle = (commentId: number) =>
      server.ask(leela, team.settleDraftComment, { params: desk.at(key), body: { commentId, isDone: true } })
    expect((await settle(comment?.id ?? 0)).body.comments[0]?.isDone).toBe(true)
    expect(codeOf(await settle(2_000_000_000))).toEqual([404, 'content.comment_not_found'])
  })
})

describe('figures', () => {
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

  test('[AUT-11] show how many answer a question right at the first try and where people stop, but no groups below five', async () => {
    const key = await writeSession(server, leela)
    await desk.publish(key)
    const session = await sessionId(server, key)
    const figures = async () => (await server.ask(leela, team.getFigures, { params: desk.at(key) })).body
    await takePart(session, 'listen')
    expect(await figures()).toMatchObject({ started: null, questions: [{ answered: null, right: null }] })
    for (const answer of ['listen', 'shout', 'shout', 'shout', null, null, null, null, null]) await takePart(session, answer)
    expect(await figures()).toEqual({
      started: 10,
      steps: [
        { key: 'why', title: 'Why rooms feel loud', stopped: 0 },
        { key: 'try', title: 'Try it', stopped: 5 },
      ],
      questions: [{ quiz: 'check', key: 'first', title: 'Question first', answered: 5, right: 2 }],
    })
  })
})
