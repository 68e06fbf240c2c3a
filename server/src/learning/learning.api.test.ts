import { randomUUID } from 'node:crypto'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listMySessions, listSessions, toggleBookmark } from '@saathi/contract/learning/calls'
import { completeStep } from '@saathi/contract/learning/session-calls'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { beginSession, buildSession as build, type BuiltSession } from '../../test/hub-sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
// The hub lists everything that is published, so each test starts with no sessions.
beforeEach(() => server.pool.query('truncate session, tag cascade'))

const buildSession = (changes: Parameters<typeof build>[1] = {}) => build(server, changes)
const begin = (personId: number, session: BuiltSession, progress: Parameters<typeof beginSession>[3] = {}) =>
  beginSession(server, personId, session, progress)

const list = async (personId: number, query: Parameters<typeof server.ask<typeof listSessions>>[2]['query'] = {}) =>
  (await server.ask(personId, listSessions, { query })).body.sessions
const mine = async (personId: number, query: Parameters<typeof server.ask<typeof listMySessions>>[2]['query'] = {}) =>
  (await server.ask(personId, listMySessions, { query })).body.sessions
const ids = (sessions: { id: number }[]) => sessions.map(({ id }) => id)
const bookmark = (personId: number | null, session: number, headers?: Record<string, string>) =>
  server.ask(personId, toggleBookmark, { body: { session } }, headers)

describe('all sessions', () => {
  test("a session card shows its reader's progress", async () => {
    const person = await server.buildPerson()
    const other = await server.buildPerson()
    const session = await buildSession({ title: 'First salary', minutes: [5, 10, 20] })
    await begin(person, session, { done: 2 })
    await begin(other, session, { done: 3, status: 'COMPLETED' })
    expect(await list(person)).toEqual([
      {
        id: session.id,
        title: 'First salary',
        localeTitle: 'First salary',
        overview: 'What it is about.',
        localeOverview: 'What it is about.',
        banner: null,
        color: '#FA86A3',
        tags: [],
        chosenTags: [],
        duration: 35,
        sessionDuration: 35,
        durationCompleted: 15,
        isBookmarked: false,
        isLearningHub: true,
        sessionStatus: 'ONGOING',
        endDate: null,
        completedSteps: 2,
        totalSteps: 3,
      },
    ])
  })

  test('sessions are listed in programme order, without drafts and mentorship sessions', async () => {
    const person = await server.buildPerson()
    const second = await buildSession({ position: 2 })
    const first = await buildSession({ position: 1 })
    await buildSession({ isPublished: false })
    await buildSession({ isLearningHub: false })
    expect(ids(await list(person))).toEqual([first.id, second.id])
  })

  test('a session of one project is visible only to its members', async () => {
    const { id: projectId } = await server.db
      .insertInto('project')
      .values({ key: `project-${randomUUID()}`, name: 'A project', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = await server.buildPerson()
    await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', member).execute()
    const session = await buildSession({ projectId })
    expect(ids(await list(member))).toEqual([session.id])
    expect(await list(await server.buildPerson())).toEqual([])
  })

  test('[LRN-02] a started session stays readable and listed when its projects change', async () => {
    const [reader, other] = [await server.buildPerson(), await server.buildPerson()]
    const session = await buildSession()
    await begin(reader, session, { done: 1 })
    const { id: project_id } = await server.db
      .insertInto('project')
      .values({ key: `project-${randomUUID()}`, name: 'Another', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.db.insertInto('session_project').values({ session_id: session.id, project_id }).execute()
    expect([ids(await list(reader)), ids(await mine(reader)), ids(await list(other))]).toEqual([[session.id], [session.id], []])
    const complete = (person: number) =>
      server.ask(person, completeStep, { body: { session: session.id, step: session.steps[1] ?? 0 } })
    expect(await complete(reader)).toMatchObject({ status: 200, body: { sessionStatus: 'COMPLETED' } })
    expect(await complete(other)).toMatchObject({ status: 404, body: { code: 'learning.session_not_found' } })
  })

  test('texts and tags are in the reader’s language if available, else in the base language', async () => {
    const reader = await server.buildPerson({ language: 'hi' })
    const translated = await buildSession({ title: 'First salary', hindiTitle: 'पहली तनख़्वाह' })
    const plain = await buildSession({ title: 'Only English' })
    await server.db
      .insertInto('tag')
      .values([
        { key: 'money', name: 'Money' },
        { key: 'self', name: 'Self' },
      ])
      .execute()
    await server.db.insertInto('tag_text').values({ tag_key: 'money', language_code: 'hi', name: 'पैसा' }).execute()
    const tags = ['self', 'money'].map((tag_key, at) => ({ session_id: translated.id, position: at + 1, tag_key }))
    await server.db.insertInto('session_tag').values(tags).execute()
    const [first, second] = await list(reader)
    expect(first).toMatchObject({
      title: 'First salary',
      localeTitle: 'पहली तनख़्वाह',
      localeOverview: 'किस बारे में है।',
      tags: ['Self', 'पैसा'],
    })
    expect(second).toMatchObject({ id: plain.id, localeTitle: 'Only English', localeOverview: 'What it is about.' })
  })

  test('a session without steps has no duration and no progress', async () => {
    const person = await server.buildPerson()
    const session = await buildSession({ minutes: [5] })
    await server.db.deleteFrom('step').where('version_id', '=', session.versionId).execute()
    const nothing = { duration_minutes: 0, step_count: 0 }
    await server.db.updateTable('session_version').set(nothing).where('id', '=', session.versionId).execute()
    expect(await list(person)).toMatchObject([{ sessionDuration: 0, durationCompleted: 0, completedSteps: 0, totalSteps: 0 }])
  })

  test('a long list is paged by at most 50, without gaps or duplicates', async () => {
    const person = await server.buildPerson()
    await server.pool.query(`
      with made as (
        insert into session (key, position, title, overview, color, is_learning_hub, published_at)
        select 'many-' || n, n, 'Session', '', '#FFFFFF', true, '2026-01-01Z' from generate_series(1, 60) n returning id
      ), version as (
        insert into session_version (session_id, number, content_hash, duration_minutes, step_count, created_at)
        select id, 1, '', 0, 0, now() from made returning id, session_id
      ) select 1`)
    await server.pool.query(
      'update session set version_id = session_version.id from session_version where session_id = session.id',
    )
    const page = async (number: number, size?: number) =>
      (await server.ask(person, listSessions, { query: { page: number, ...(size && { size }) } })).body
    const [first, second] = [await page(1), await page(2)]
    expect([first.sessions.length, first.hasNextPage, second.sessions.length, second.hasNextPage]).toEqual([50, true, 10, false])
    expect(new Set(ids([...first.sessions, ...second.sessions])).size).toBe(60)
    expect((await page(1, 1000)).sessions).toHaveLength(50)
  })

  test('the number of queries does not grow with the number of sessions', async () => {
    const person = await server.buildPerson()
    const count = async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await list(person)
      const calls = query.mock.calls.length
      query.mockRestore()
      return calls
    }
    await begin(person, await buildSession(), { done: 1 })
    await server.tokenFor(person)
    const withOne = await count()
    for (let more = 0; more < 5; more += 1) await buildSession({ hindiTitle: 'एक और' })
    // The first request may also have loaded the actor.
    expect(await count()).toBeLessThanOrEqual(withOne)
  })
})

describe('sessions not started', () => {
  test('the curated list leaves out started sessions and puts shorter ones first', async () => {
    const person = await server.buildPerson()
    const long = await buildSession({ minutes: [30], position: 1 })
    const short = await buildSession({ minutes: [5], position: 2 })
    await begin(person, await buildSession({ minutes: [1] }))
    await begin(person, await buildSession({ minutes: [1] }), { status: 'COMPLETED' })
    expect(ids(await list(person, { notStarted: 'true' }))).toEqual([short.id, long.id])
  })

  test('people without a finished session get the programme’s first choices, then its order', async () => {
    const person = await server.buildPerson()
    const heavy = await buildSession({ minutes: [1] })
    const second = await buildSession({ minutes: [30], firstPlace: 2 })
    const first = await buildSession({ minutes: [40], firstPlace: 1 })
    await begin(person, await buildSession({ firstPlace: 3 }))
    expect(ids(await list(person, { notStarted: 'true' }))).toEqual([first.id, second.id, heavy.id])
    await begin(person, await buildSession(), { status: 'COMPLETED' })
    expect(ids(await list(person, { notStarted: 'true' }))).toEqual([first.id, second.id, heavy.id])
  })

  test('sessions in the reader’s language come first', async () => {
    const inHindi = await buildSession({ minutes: [30], hindiTitle: 'हिन्दी में' })
    const inEnglish = await buildSession({ minutes: [5] })
    expect(ids(await list(await server.buildPerson({ language: 'hi' }), { notStarted: '' }))).toEqual([inHindi.id, inEnglish.id])
    expect(ids(await list(await server.buildPerson({ language: 'en' }), { notStarted: '1' }))).toEqual([inEnglish.id, inHindi.id])
  })

  test('the flag works without a value, as in the specification', async () => {
    const person = await server.buildPerson()
    await begin(person, await buildSession())
    const headers = { authorization: `Bearer ${await server.tokenFor(person)}` }
    const reply = await server.app.inject({ url: '/api/v2/learninghub/sessions/?not_started&image_type=web', headers })
    expect(reply.json()).toEqual({ sessions: [], has_next_page: false })
  })

  test('the profile shows whether a session is not started yet', async () => {
    const person = await server.buildPerson()
    const waiting = async () => (await server.ask(person, getProfile, {})).body.status.newSessionAvailable
    expect(await waiting()).toBe(false)
    const session = await buildSession()
    expect(await waiting()).toBe(true)
    await begin(person, session)
    expect(await waiting()).toBe(false)
  })
})

describe('my sessions', () => {
  test('started sessions are listed, last opened first', async () => {
    const person = await server.buildPerson()
    const [older, newer, finished] = [await buildSession(), await buildSession(), await buildSession()]
    await buildSession()
    await begin(person, older, { minutesAgo: 60 })
    await begin(person, newer, { minutesAgo: 5 })
    await begin(person, finished, { minutesAgo: 30, status: 'COMPLETED' })
    expect(ids(await mine(person))).toEqual([newer.id, finished.id, older.id])
    expect(ids(await mine(person, { ongoingSession: 'true' }))).toEqual([newer.id, older.id])
  })

  test('nobody sees sessions started by someone else', async () => {
    await begin(await server.buildPerson(), await buildSession())
    expect(await mine(await server.buildPerson())).toEqual([])
  })
})

describe('bookmarks', () => {
  test('a bookmark is set, shown and removed', async () => {
    const person = await server.buildPerson()
    const session = await buildSession()
    expect(await bookmark(person, session.id)).toMatchObject({ status: 200, body: { session: session.id, isBookmarked: true } })
    expect(await list(person, { bookmark: '' })).toMatchObject([{ id: session.id, isBookmarked: true }])
    expect((await bookmark(person, session.id)).body).toEqual({ session: session.id, isBookmarked: false })
    expect(await list(person, { bookmark: '' })).toEqual([])
  })

  test('[PLT-01] setting a bookmark explicitly, as an offline device does, is idempotent', async () => {
    const person = await server.buildPerson()
    const session = await buildSession()
    const set = async (isBookmarked: boolean) =>
      (await server.ask(person, toggleBookmark, { body: { session: session.id, isBookmarked } })).body
    for (const wish of [true, true, false, false, true]) {
      expect(await set(wish)).toEqual({ session: session.id, isBookmarked: wish })
      expect(ids(await list(person, { bookmark: '' }))).toEqual(wish ? [session.id] : [])
    }
  })

  test('bookmarks are personal, newest first', async () => {
    const person = await server.buildPerson()
    const [first, second] = [await buildSession(), await buildSession()]
    await bookmark(person, first.id)
    server.clock.advance(60)
    await bookmark(person, second.id)
    await bookmark(await server.buildPerson(), first.id)
    expect(ids(await list(person, { bookmark: 'true' }))).toEqual([second.id, first.id])
    expect(await list(await server.buildPerson(), { bookmark: 'true' })).toEqual([])
  })

  test('a change is pushed only to the person’s other tabs', async () => {
    const person = await server.buildPerson()
    const session = await buildSession()
    await bookmark(person, session.id)
    expect(server.delivered.at(-1)).toEqual({
      to: [person],
      event: { type: 'learning.bookmark_changed', session: session.id, isBookmarked: true },
    })
  })

  test('a retried request counts once', async () => {
    const person = await server.buildPerson()
    const session = await buildSession()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await bookmark(person, session.id, headers)
    const again = await bookmark(person, session.id, headers)
    expect(again.body).toEqual(first.body)
    expect(await list(person, { bookmark: '' })).toHaveLength(1)
  })

  test('all concurrent toggles count', async () => {
    const person = await server.buildPerson()
    const session = await buildSession()
    const replies = await Promise.all(Array.from({ length: 20 }, () => bookmark(person, session.id)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(replies.filter(({ body }) => body.isBookmarked)).toHaveLength(10)
    expect(await list(person, { bookmark: '' })).toEqual([])
  })

  test('a draft, a session of another project and an unknown id get the same error and no push', async () => {
    const person = await server.buildPerson()
    const { id: projectId } = await server.db
      .insertInto('project')
      .values({ key: `project-${randomUUID()}`, name: 'Another', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hidden = [
      await buildSession({ isPublished: false }),
      await buildSession({ projectId }),
      await buildSession({ isLearningHub: false }),
    ]
    const before = server.delivered.length
    const refusals = await Promise.all([...ids(hidden), 999_999_999].map((id) => bookmark(person, id)))
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({
        status: 404,
        body: { code: 'learning.session_not_found', message: 'There is no such session.' },
      })
    }
    expect(server.delivered).toHaveLength(before)
  })

  test.each([0, -1, 1.5])('%s is not a valid session id', async (session) => {
    expect(await bookmark(await server.buildPerson(), session)).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
  })
})

describe('access', () => {
  test('signed-out users get no list and cannot bookmark', async () => {
    const session = await buildSession()
    const refused = { status: 401, body: { code: 'core.signed_out' } }
    expect(await server.ask(null, listSessions, { query: {} })).toMatchObject(refused)
    expect(await server.ask(null, listMySessions, { query: {} })).toMatchObject(refused)
    expect(await bookmark(null, session.id)).toMatchObject(refused)
  })

  test('the lists stay open to people whose learning hub is switched off', async () => {
    const person = await server.buildPerson()
    await server.db.updateTable('experience').set({ session: 'off', curriculum: 'off' }).where('person_id', '=', person).execute()
    const session = await buildSession()
    const replies = [
      await server.ask(person, listSessions, { query: {} }),
      await server.ask(person, listMySessions, { query: {} }),
      await bookmark(person, session.id),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('a flag that is not a boolean is refused', async () => {
    const headers = { authorization: `Bearer ${await server.tokenFor(await server.buildPerson())}` }
    const reply = await server.app.inject({ url: '/api/v2/learninghub/sessions/?bookmark=maybe', headers })
    expect(reply.statusCode).toBe(400)
  })
})
