import { listCards, getCommunity } from '@saathi/contract/content/community-calls'
import * as calls from '@saathi/contract/content/draft-calls'
import * as team from '@saathi/contract/content/draft-team-calls'
import type { DraftBody, DraftKind, DraftSurveyQuestion, SurveyPart } from '@saathi/contract/content/drafts'
import type { PostPart } from '@saathi/contract/content/page-parts'
import { listFeed } from '@saathi/contract/feed/calls'
import { listSurveys } from '@saathi/contract/surveys/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import type { Engines } from '#core/jobs/define-job.ts'
import { choiceQuestion } from '../../../../test/drafts.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { drawing } from '../../../../test/programme-folder.ts'
import { sendForm } from '../../../../test/send-form.ts'
import { buildStaff } from '../../../../test/staff-rights.ts'
import { publishJob } from '../schedule.ts'

let server: TestServer
let leela: number
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.reset()
  leela = await buildStaff(server, 'Author')
})

const read = async (kind: DraftKind, key: string) => (await server.ask(leela, calls.getDraft, { params: { kind, key } })).body
async function write(kind: DraftKind, key: string, name: string, body: DraftBody) {
  const known = (await read(kind, key)).parts.find((part) => part.name === name)
  const revision = known?.revision ?? 0
  return server.ask(leela, calls.saveDraftPart, { params: { kind, key }, body: { name, revision, body } })
}
const publish = async (kind: DraftKind, key: string, way: 'version' | 'wording' = 'version') => {
  const { revision } = await read(kind, key)
  return server.ask(leela, calls.publishDraft, { params: { kind, key }, body: { revision, way } })
}
const preview = async (kind: DraftKind, key: string, language = 'en') =>
  (await server.ask(leela, calls.previewPage, { params: { kind, key }, query: { language } })).body
const create = async (kind: 'survey' | 'post', title: string) =>
  (await server.ask(leela, calls.createContent, { body: { kind, title, projectId: null } })).body.key
async function translate(kind: DraftKind, key: string, words: (source: string) => string) {
  const params = { kind, key }
  const { rows } = (await server.ask(leela, team.listTranslations, { params, query: { language: 'hi' } })).body
  for (const { part, path, source, revision } of rows) {
    const body = { language: 'hi', part, path, source, revision, text: words(source) }
    await server.ask(leela, team.saveTranslation, { params, body })
  }
}
const codeOf = ({ status, body }: { status: number; body: object }) => [status, 'code' in body ? body.code : null]
const rowOf = async (kind: DraftKind, key: string) =>
  (await server.ask(leela, calls.listContent, { query: { kind } })).body.rows.find((row) => row.key === key)

const post: PostPart = {
  kind: 'post',
  event: 'post',
  title: 'A job fair in Pune',
  description: 'Forty companies on **one** day.',
  curatedNote: '',
  text: '',
  author: '',
  thumbnail: null,
  link: 'https://fair.example/pune',
  tags: [],
}
const feedOf = async (personId: number) =>
  (await server.ask(personId, listFeed, { query: {} })).body.posts.map(({ content }) => content.localeTitle)

describe('posts', () => {
  test('[AUT-01] a post is written, previewed, translated and published while the server runs', async () => {
    const key = await create('post', 'A job fair')
    await write('post', key, 'post', post)
    await translate('post', key, (source) => `हिंदी ${source}`)
    expect((await preview('post', key, 'hi')).post).toMatchObject({ localeTitle: 'हिंदी A job fair in Pune' })
    const asha = await server.buildPerson({ language: 'hi' })
    expect(await feedOf(asha)).toEqual([])
    expect((await publish('post', key)).body).toEqual({ version: 1 })
    expect(await feedOf(asha)).toEqual(['हिंदी A job fair in Pune'])
    expect(await rowOf('post', key)).toMatchObject({ state: 'published', languages: expect.arrayContaining([]) })

    await write('post', key, 'post', { ...post, title: 'A job fair in Nashik' })
    expect(await rowOf('post', key)).toMatchObject({ state: 'draft', hasChanges: true })
    await publish('post', key)
    // Its translation is behind: the members read the new words in English.
    expect(await feedOf(asha)).toEqual(['A job fair in Nashik'])
    await server.ask(leela, calls.takeBackContent, { params: { kind: 'post', key }, body: { reason: 'cancelled' } })
    expect(await feedOf(asha)).toEqual([])
    expect(await read('post', key)).toMatchObject({ state: 'draft', version: null, hasChanges: true })
  })

  test('[AUT-01] a post is scheduled once, on the clock of the server', async () => {
    const key = await create('post', 'Tomorrow')
    await write('post', key, 'post', { ...post, title: 'Tomorrow' })
    const at = new Date(server.clock.now().getTime() + 60_000)
    const schedule = async () =>
      server.ask(leela, calls.scheduleDraft, {
        params: { kind: 'post', key },
        body: { revision: (await read('post', key)).revision, at: at.toISOString() },
      })
    expect((await schedule()).status).toBe(200)
    expect(codeOf(await schedule())).toEqual([409, 'content.is_scheduled'])
    expect(codeOf(await write('post', key, 'post', post))).toEqual([409, 'content.is_scheduled'])
    server.clock.advance(60_000)
    const { app, db, clock } = server
    const tools = { db, now: clock.now, log: app.log, engines: {} as Engines, signal: new AbortController().signal }
    await inTransaction(app.world, app.log, await publishJob.begin(tools, { kind: 'post', key, at: at.toISOString() }))
    const asha = await server.buildPerson()
    expect(await feedOf(asha)).toContain('Tomorrow')
  })

  test('[AUT-08] HTML, unsafe links and unknown tags are named with their place', async () => {
    const key = await create('post', 'Hostile')
    const hostile = { ...post, title: '', description: '<b>x</b> [y](javascript:alert(1))', link: 'javascript:alert(1)' }
    await write('post', key, 'post', hostile)
    const { problems } = await read('post', key)
    expect(new Set(problems.map(({ path }) => path))).toEqual(new Set(['title', 'description', 'link']))
    expect(codeOf(await publish('post', key))).toEqual([409, 'content.has_problems'])
    await write('post', key, 'post', { ...post, tags: ['unknown'] })
    expect((await read('post', key)).problems).toMatchObject([{ part: 'post', path: 'tags[0]' }])
  })
})

describe('content that always exists', () => {
  test('[AUT-01] the FAQ is written from nothing, and members read it in their language', async () => {
    const topics = [
      { id: 't1', title: 'Starting', items: [{ id: 'q1', question: 'What is this?', answer: 'A place to learn.' }] },
    ]
    await write('faq', 'faq', 'faq', { kind: 'faq', topics })
    await translate('faq', 'faq', (source) => `हिंदी ${source}`)
    expect((await preview('faq', 'faq')).faq).toMatchObject([{ topicTitle: 'Starting' }])
    expect((await publish('faq', 'faq')).status).toBe(200)
    const asha = await server.buildPerson({ language: 'hi' })
    const { faq } = (await server.ask(asha, getCommunity, { query: { languageCode: 'hi' } })).body
    expect(faq).toMatchObject([{ localeTopicTitle: 'हिंदी Starting', content: [{ localeAnswer: 'हिंदी A place to learn.' }] }])
    const refused = server.ask(leela, calls.takeBackContent, { params: { kind: 'faq', key: 'faq' }, body: { reason: 'why not' } })
    expect(codeOf(await refused)).toEqual([409, 'content.always_shown'])
  })

  test('[AUT-01] a legal text is published only as a new version, which people agree to again', async () => {
    const legal = (content: string): DraftBody => ({ kind: 'legal', title: 'Terms of service', content })
    await write('legal', 'terms-of-service', 'legal', legal('Be kind.'))
    expect((await publish('legal', 'terms-of-service')).body).toEqual({ version: 1 })
    await write('legal', 'terms-of-service', 'legal', legal('Be kind, always.'))
    expect(codeOf(await publish('legal', 'terms-of-service', 'wording'))).toEqual([409, 'content.not_wording'])
    expect((await publish('legal', 'terms-of-service')).body).toEqual({ version: 2 })
    const { community } = (await server.ask(leela, getCommunity, { query: {} })).body
    expect(community).toMatchObject([{ content: 'Be kind, always.', version: 2 }])
    const setting = await server.db.selectFrom('system_setting').select('terms_version').executeTakeFirstOrThrow()
    expect(setting.terms_version).toBe(2)
    expect(codeOf(await publish('legal', 'terms-of-service'))).toEqual([409, 'content.nothing_changed'])
  })

  test('[AUT-01] cards need a picture of known size', async () => {
    const file = new File([drawing('#123')], 'card.svg', { type: 'image/svg+xml' })
    const { reply } = await sendForm(server, team.addPicture, leela, [['picture', file]])
    const card = { id: 'c1', image: null, text: 'Meet your mentor', link: '/mentorship' }
    await write('card', 'mentorship', 'card', { kind: 'card', cards: [card] })
    expect((await read('card', 'mentorship')).problems).toMatchObject([{ part: 'card', path: 'cards[0].image' }])
    await write('card', 'mentorship', 'card', { kind: 'card', cards: [{ ...card, image: reply?.hash ?? null }] })
    expect((await preview('card', 'mentorship')).cards).toMatchObject([{ text: 'Meet your mentor', imageWidth: 4 }])
    expect((await publish('card', 'mentorship')).status).toBe(200)
    const asha = await server.buildPerson()
    const { cards } = (await server.ask(asha, listCards, { query: { expType: 'Mentorship' } })).body
    expect(cards.map(({ text }) => text)).toEqual(['Meet your mentor'])
  })
})

const question = (key: string, changes: Partial<DraftSurveyQuestion> = {}): DraftSurveyQuestion => {
  const asked = choiceQuestion(key)
  const answerOptions = asked.answerOptions.map((option) => ({ ...option, isCorrect: false }))
  return { ...asked, answerOptions, criterion: null, readiness: null, tags: {}, ...changes }
}
const stage = (...questions: DraftSurveyQuestion[]): DraftBody => ({
  kind: 'stage',
  pages: [{ id: 'p1', title: 'About you', description: '', questions }],
})
async function writeSurvey(title: string, change: Partial<SurveyPart> = {}) {
  const key = await create('survey', title)
  const body = (await read('survey', key)).parts.find(({ name }) => name === 'survey')?.body
  if (body?.kind !== 'survey') throw new Error('not a survey')
  const stages = [{ key: 'stage-1', name: 'First', description: 'Two questions.' }]
  await write('survey', key, 'survey', { ...body, shortDescription: 'Short.', stages, ...change })
  await write('survey', key, 'stage:stage-1', stage(question('work'), question('dream')))
  return key
}

describe('surveys', () => {
  test('[AUT-01] a survey is written, previewed and published', async () => {
    const key = await writeSurvey('Your plans')
    expect((await read('survey', key)).problems).toEqual([])
    expect((await preview('survey', key)).survey).toMatchObject({ name: 'Your plans', stages: [{ name: 'First' }] })
    expect((await publish('survey', key)).status).toBe(200)
    const asha = await server.buildPerson()
    const names = async () => (await server.ask(asha, listSurveys, { query: {} })).body.surveys.map(({ name }) => name)
    expect(await names()).toContain('Your plans')
    await server.ask(leela, calls.takeBackContent, { params: { kind: 'survey', key }, body: { reason: 'too long' } })
    expect(await rowOf('survey', key)).toMatchObject({ state: 'taken_back' })
    expect((await publish('survey', key)).status).toBe(200)
    expect(await rowOf('survey', key)).toMatchObject({ state: 'published' })
  })

  test('[AUT-10] answers lock the type and the options of their question', async () => {
    const key = await writeSurvey('Answered')
    await publish('survey', key)
    const asha = await server.buildPerson()
    const { id } = await server.db.selectFrom('survey').select('id').where('key', '=', key).executeTakeFirstOrThrow()
    const stored = await server.db.selectFrom('survey_stage').select('id').where('survey_id', '=', id).executeTakeFirstOrThrow()
    const answer = {
      stage_id: stored.id,
      question_key: 'work',
      answer: JSON.stringify('listen'),
      answered_at: server.clock.now(),
    }
    await server.db
      .insertInto('stage_answer')
      .values({ ...answer, person_id: asha })
      .execute()
    const [first] = question('work').answerOptions
    const other = { key: 'other', label: 'Other', helpText: '', isCorrect: false }
    const options = first ? [first, other] : []
    await write('survey', key, 'stage:stage-1', stage(question('work', { answerOptions: options }), question('dream')))
    const { problems, locked } = await read('survey', key)
    expect(problems).toMatchObject([{ part: 'stage:stage-1', path: 'pages[0].questions[0].answerOptions' }])
    expect(locked).toEqual([{ quiz: 'stage-1', question: 'work', answers: 1 }])
    const text = question('work', { questionType: 'TextBox', answerOptions: [] })
    await write('survey', key, 'stage:stage-1', stage(text, question('dream')))
    expect((await read('survey', key)).problems).toMatchObject([{ path: 'pages[0].questions[0].questionType' }])
  })

  test('[AUT-01] surveys that wait for each other, and a key used twice, are refused with their place', async () => {
    const one = await writeSurvey('One')
    await publish('survey', one)
    const two = await writeSurvey('Two', { after: { survey: one, days: 3 } })
    expect((await publish('survey', two)).status).toBe(200)
    const about = (await read('survey', one)).parts.find(({ name }) => name === 'survey')?.body
    if (about?.kind === 'survey') await write('survey', one, 'survey', { ...about, after: { survey: two, days: 1 } })
    expect((await read('survey', one)).problems).toMatchObject([{ part: 'survey', path: 'after.survey' }])
    await write('survey', one, 'stage:stage-1', stage(question('work'), question('work')))
    expect((await read('survey', one)).problems.map(({ path }) => path)).toContain('pages[0].questions[1].key')
  })
})

test('[AUT-01] the translation of a part that is gone is refused, and a part of another kind too', async () => {
  const key = await create('post', 'Two kinds')
  await write('post', key, 'post', { ...post, curatedNote: 'Worth a day.' })
  const params = { kind: 'post' as const, key }
  await write('post', key, 'post', post)
  const body = { language: 'hi', part: 'post', path: 'curatedNote', source: 'Worth a day.', revision: 0, text: 'अच्छा' }
  expect(codeOf(await server.ask(leela, team.saveTranslation, { params, body }))).toEqual([409, 'content.text_gone'])
  const other = { name: 'legal', revision: 0, body: { kind: 'legal' as const, title: 'a', content: 'b' } }
  expect(codeOf(await server.ask(leela, calls.saveDraftPart, { params, body: other }))).toEqual([400, 'content.bad_part'])
})
