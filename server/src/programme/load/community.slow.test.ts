import { agreeToTerms, getProfile } from '@saathi/contract/accounts/calls'
import { DAY_SECONDS } from '@saathi/contract/core/time'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { communityAbout, communityFiles, faqFile, laterSurvey, posts, surveyFile } from '../../../test/programme-community.ts'
import { buildFolder } from '../../../test/programme-folder.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import type { DemoHistory, NewAccount } from '#content/demo-history.ts'
import { loadFolder } from './folder.ts'

const quickHash = async (password: string) => `hash of ${password}`
/** Far from midnight in India, so that the day does not change during a test. */
const noon = new Date('2026-03-10T12:00:00+05:30')

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  server.clock.set(noon)
})
afterEach(() => server.stop())

const load = (changes: Parameters<typeof buildFolder>[0] = {}, loadHistory?: Parameters<typeof loadFolder>[4]) =>
  loadFolder(server.app.world, buildFolder({ ...communityFiles(), ...changes }), server.app.log, quickHash, loadHistory)
const survey = (changes: object) => ({ 'surveys/01-about-you.json': { ...surveyFile, ...changes } })
const surveyRow = (key = 'about-you') =>
  server.db.selectFrom('survey').selectAll().where('key', '=', key).executeTakeFirstOrThrow()
const stageRows = async () =>
  server.db
    .selectFrom('survey_stage')
    .selectAll()
    .where('survey_id', '=', (await surveyRow()).id)
    .orderBy('position')
    .execute()
const postRows = () => server.db.selectFrom('feed_post').selectAll().orderBy('key').execute()
const [goals, closing] = surveyFile.stages
const nobody = { 'accounts.json': null, 'media/portrait-asha.svg': null }

describe('surveys', () => {
  test('are stored by key, with opening and closing conditions', async () => {
    await load()
    const first = await surveyRow()
    expect(first).toMatchObject({
      position: 1,
      minutes: 6,
      audience: 'mentees',
      closes_in_days: 30,
      after_survey_id: null,
      content: { name: { text: 'About you', locales: { hi: 'आपके बारे में' } } },
    })
    expect(first.closes_at?.getTime()).toBeCloseTo(noon.getTime() + 30 * DAY_SECONDS * 1000, -5)
    expect(await surveyRow('half-way')).toMatchObject({
      after_survey_id: first.id,
      after_days: 14,
      audience: 'everyone',
      closes_at: null,
    })
    expect((await stageRows()).map(({ key, position }) => [key, position])).toEqual([
      ['goals', 1],
      ['closing', 2],
    ])
    expect((await stageRows())[0]?.content).toMatchObject({
      pages: [
        {
          questions: [
            { key: 'goal', criterion: 'goals', readiness: null, answerOptions: [{ tag: 'money' }, { tag: null }] },
            { key: 'calm', criterion: null, readiness: 'confidence', answerOptions: [] },
          ],
        },
      ],
    })
    expect(await server.db.selectFrom('readiness_area').select(['key', 'position']).orderBy('position').execute()).toEqual([
      { key: 'confidence', position: 1 },
      { key: 'teamwork', position: 2 },
    ])
  })

  test('keep their ids, publication and closing dates when loaded again', async () => {
    await load()
    const before = { row: await surveyRow(), stages: await stageRows() }
    server.clock.advance(5 * DAY_SECONDS)
    await load({ ...nobody, ...survey({ minutes: 9, stages: [{ ...closing, name: { en: 'End', hi: 'अंत' } }, goals] }) })
    expect(await surveyRow()).toEqual({ ...before.row, minutes: 9 })
    const after = await stageRows()
    expect(after.map(({ key, id }) => [key, id])).toEqual(before.stages.map(({ key, id }) => [key, id]).toReversed())
    expect(after[0]?.content).toMatchObject({ name: { text: 'End' } })
  })

  test('recompute the closing date for another number of days, and stay open without one', async () => {
    await load()
    server.clock.advance(5 * DAY_SECONDS)
    await load(survey({ closesInDays: 10 }))
    expect((await surveyRow()).closes_at?.getTime()).toBeCloseTo(noon.getTime() + 15 * DAY_SECONDS * 1000, -5)
    await load(survey({ closesInDays: undefined }))
    expect(await surveyRow()).toMatchObject({ closes_at: null, closes_in_days: null })
  })

  test('stop waiting for another survey once the folder says so', async () => {
    await load()
    await load({ 'surveys/02-half-way.json': { ...laterSurvey, after: undefined } })
    expect(await surveyRow('half-way')).toMatchObject({ after_survey_id: null, after_days: 0 })
  })

  const onlyClosing = { ...nobody, ...survey({ stages: [closing] }) }

  test('lose a removed stage without answers', async () => {
    await load(nobody)
    await load(onlyClosing)
    expect((await stageRows()).map(({ key, position }) => [key, position])).toEqual([['closing', 1]])
  })

  test('hide a removed stage with answers, and keep the answers', async () => {
    await load()
    const personId = await server.buildPerson()
    const [stage] = await stageRows()
    const stageId = stage?.id ?? 0
    const now = server.clock.now()
    await server.db.insertInto('stage_response').values({ person_id: personId, stage_id: stageId, submitted_at: now }).execute()
    await server.db
      .insertInto('stage_answer')
      .values({ person_id: personId, stage_id: stageId, question_key: 'goal', answer: '"save"', answered_at: now })
      .execute()
    await load(onlyClosing)
    expect((await stageRows()).map(({ key, position }) => [key, position])).toEqual([
      ['closing', 1],
      ['goals', null],
    ])
    const stored = server.db.selectFrom('stage_answer').select('answer').where('person_id', '=', personId)
    expect(await stored.execute()).toEqual([{ answer: 'save' }])
    await load()
    expect((await stageRows()).map(({ key, position, id }) => [key, position, id])[0]).toEqual(['goals', 1, stageId])
  })
})

describe('the feed', () => {
  test('has dates in India time and tags in order', async () => {
    await load()
    expect(await postRows()).toMatchObject([
      { key: 'a-proverb', event: 'quote', link: null, published_at: new Date('2026-03-09T20:05:00+05:30') },
      { key: 'first-jar', event: 'post', link: '/learninghub', published_at: new Date('2026-03-07T09:15:00+05:30') },
    ])
    expect((await postRows())[1]?.content).toMatchObject({
      title: { text: 'The first jar', locales: { hi: 'पहला डिब्बा' } },
      text: null,
      thumbnail: { width: 4, height: 4 },
    })
    expect(await server.db.selectFrom('feed_post_tag').select(['position', 'tag_key']).execute()).toEqual([
      { position: 1, tag_key: 'money' },
    ])
  })

  test('updates texts but keeps dates and likes when loaded again', async () => {
    await load()
    await server.db.updateTable('feed_post').set({ like_count: 7 }).where('key', '=', 'first-jar').execute()
    const [, before] = await postRows()
    server.clock.advance(3 * DAY_SECONDS)
    const [jar, proverb] = posts
    await load({ 'feed.json': { posts: [{ ...jar, daysAgo: 0, link: '/faq', tags: [] }, proverb] } })
    expect((await postRows())[1]).toEqual({ ...before, link: '/faq' })
    expect(await server.db.selectFrom('feed_post_tag').selectAll().execute()).toEqual([])
  })

  test('loses removed posts with their likes; a folder without a feed changes nothing', async () => {
    await load()
    const personId = await server.buildPerson()
    for (const { id } of await postRows()) {
      const row = { person_id: personId, post_id: id, liked_at: server.clock.now() }
      await server.db
        .insertInto('feed_like')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await load({ ...nobody, 'feed.json': { posts: posts.slice(1) }, 'media/feed-jar.svg': null })
    expect((await postRows()).map(({ key }) => key)).toEqual(['a-proverb'])
    const likes = server.db.selectFrom('feed_like').select('post_id').where('person_id', '=', personId)
    expect(await likes.execute()).toHaveLength(1)
    await load({ ...nobody, 'feed.json': null, 'media/feed-jar.svg': null })
    expect(await postRows()).toHaveLength(1)
    await load({ ...nobody, 'feed.json': { posts: [] }, 'media/feed-jar.svg': null })
    expect(await postRows()).toEqual([])
  })
})

describe('legal texts, FAQ and cards', () => {
  const items = () => server.db.selectFrom('community_item').selectAll().orderBy('id').execute()

  test('legal texts have an id, a version, and the time of the last change', async () => {
    await load()
    const before = await items()
    expect(before).toMatchObject([
      { id: 3, version: 1, title: { text: 'Privacy policy', locales: { hi: 'निजता नीति' } } },
      { id: 4, version: 2, content: { text: 'Be kind.', locales: { hi: 'भला रहिए।' } } },
      { id: 6, version: 1 },
    ])
    server.clock.advance(DAY_SECONDS)
    await load({ 'community/privacy-policy.md': '# Privacy policy\n\nWe keep less.\n' })
    const [privacy, ...others] = await items()
    expect(others).toEqual(before.slice(1))
    expect(privacy?.content).toMatchObject({ text: 'We keep less.' })
    expect(privacy?.updated_at.getTime()).toBeGreaterThan((before[0]?.updated_at.getTime() ?? 0) + 1000)
  })

  const raised = (name: 'terms-of-service' | 'privacy-policy' | 'code-of-conduct', version: number) => ({
    'programme.json': { ...communityAbout, legal: { ...communityAbout.legal, [name]: version } },
  })

  test.each(['terms-of-service', 'privacy-policy', 'code-of-conduct'] as const)(
    'a new %s asks everybody again; an older one revokes no agreement',
    async (name) => {
      await load()
      const personId = await server.buildPerson()
      const hasAgreed = async () => (await server.ask(personId, getProfile, {})).body.hasAgreedTerms
      const agree = () => server.ask(personId, agreeToTerms, { body: { hasAgreedTerms: true } })
      await agree()
      expect(await hasAgreed()).toBe(true)
      await load(raised(name, 3))
      expect(await hasAgreed()).toBe(false)
      await agree()
      await load(raised(name, 1))
      expect(await hasAgreed()).toBe(true)
    },
  )

  test('accounts in the folder have agreed to its terms', async () => {
    await load()
    const { rows } = await server.pool.query("select agreed_terms_version from person where role <> 'ai_assistant'")
    expect(rows).toEqual([{ agreed_terms_version: 2 }])
  })

  test('topics and cards are replaced, and unchanged by a folder without them', async () => {
    await load()
    const cards = () => server.db.selectFrom('card').select(['exp_type', 'position', 'link', 'content']).orderBy('id').execute()
    const topics = () => server.db.selectFrom('faq_topic').select('content').orderBy('position').execute()
    expect(await cards()).toMatchObject([
      { exp_type: 'internship', position: 1, link: 'https://saathi.example/desk', content: { width: 4, height: 4 } },
      { exp_type: 'internship', position: 2, link: null },
      { exp_type: 'mentorship', position: 1 },
    ])
    const [topic] = faqFile.topics
    await load({ 'community/faq.json': { topics: [{ ...topic, title: { en: 'New', hi: 'नया' } }] } })
    expect(await topics()).toMatchObject([{ content: { title: { text: 'New' } } }])
    await load({ 'community/faq.json': null, 'cards.json': null, 'media/card-desk.svg': null })
    expect(await topics()).toHaveLength(1)
    expect(await cards()).toHaveLength(3)
  })
})

test('answers and likes of new accounts are passed to other domains, once', async () => {
  const loaded: NewAccount[] = []
  const collect = async (_ctx: unknown, { newAccounts }: DemoHistory) => void loaded.push(...newAccounts)
  await load({}, collect)
  const [stage] = await stageRows()
  const [, jar] = await postRows()
  expect(loaded).toMatchObject([
    {
      surveys: [
        {
          surveyId: (await surveyRow()).id,
          startedAt: new Date('2026-03-08T18:30:00+05:30'),
          stagesDone: [{ stageId: stage?.id, submittedAt: new Date('2026-03-08T18:33:00+05:30') }],
          isWhole: false,
          answers: { goal: 'save', calm: 4 },
        },
      ],
      likes: [{ postId: jar?.id, at: new Date('2026-03-07T10:15:00+05:30') }],
    },
  ])
  await load(survey({ minutes: 9 }), collect)
  expect(loaded).toHaveLength(1)
})
