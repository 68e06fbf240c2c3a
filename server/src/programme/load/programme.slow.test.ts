import { fileURLToPath } from 'node:url'
import { signIn } from '@saathi/contract/accounts/identity-calls'
import { listMySessions, listSessions } from '@saathi/contract/learning/calls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { communityFiles } from '../../../test/programme-community.ts'
import {
  aboutFile,
  buildAccounts,
  buildFolder,
  emptyFolder,
  quizFile,
  sessionFile,
  signUpFiles,
  tamilSession,
} from '../../../test/programme-folder.ts'
import { exportProgramme } from '../export/programme.ts'
import { loadDemoIfEmpty, loadFolder } from './folder.ts'

const demo = fileURLToPath(new URL('../../../../demo', import.meta.url))
/** Far from midnight in India, so that the day does not change during a test. */
const noon = new Date('2026-03-10T12:00:00+05:30')
const quickHash = async (password: string) => `hash of ${password}`

let server: TestServer
function useServerOfEachTest() {
  beforeEach(async () => {
    server = await startTestServer()
  })
  afterEach(() => server.stop())
}

const load = (dir: string, to = server) => loadFolder(to.app.world, dir, to.app.log, quickHash)
const personId = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', `${name}@saathi.example`).executeTakeFirstOrThrow()).id

const sessionRow = () => server.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()

/** All rows of a programme, to compare two databases, or one before and after. */
async function contentOf({ pool }: TestServer, { withIds = true } = {}) {
  const id = withIds ? 'id' : '0'
  const ordered = [
    'select hash, name, type from programme_media where hash in (select banner_hash from session) order by hash',
    `select ${id}, key, name, email_domains, is_disabled, group_type, members_are_adults from project order by key`,
    'select * from tag order by key',
    'select * from tag_text order by tag_key, language_code',
    `select ${id}, key, position, title, overview, color, banner_hash, is_learning_hub from session order by key`,
    'select s.key, t.language_code, t.title, t.overview from session_text t join session s on s.id = session_id order by 1, 2',
    'select s.key, t.position, t.tag_key from session_tag t join session s on s.id = session_id order by 1, 2',
    'select s.key, p.key as project from session_project sp join session s on s.id = session_id join project p on p.id = project_id order by 1, 2',
    `select s.key as session, t.key, t.position, t.title, t.duration_minutes, ${id === 'id' ? 't.id' : '0'} from step t join session s on s.version_id = t.version_id order by 1, 2`,
    `select s.key as session, t.key, t.content from step t join session s on s.version_id = t.version_id order by 1, 2`,
    `select s.key as session, q.key, q.content from quiz q join session s on s.version_id = q.version_id order by 1, 2`,
    'select s.key, t.language_code, t.title from step_text t join step s on s.id = step_id order by 1, 2, 3',
    'select i.code, i.name, i.email_domains, i.is_active, i.members_are_adults, p.key from institution i left join project p on p.id = project_id order by 1',
    'select * from declaration order by 1, 2, 3',
    `select s.key, s.position, s.content, s.icon_hash, s.background_hash, s.minutes, s.audience, a.key as after, s.after_days, s.closes_in_days from survey s left join survey a on a.id = s.after_survey_id order by 1`,
    'select s.key, p.key as project from survey_project sp join survey s on s.id = survey_id join project p on p.id = project_id order by 1, 2',
    'select s.key as survey, t.key, t.position, t.content from survey_stage t join survey s on s.id = survey_id order by 1, 2',
    'select * from readiness_area order by key',
    `select key, event, content, thumbnail_hash, link, date_trunc('minute', published_at) from feed_post order by key`,
    'select p.key, t.position, t.tag_key from feed_post_tag t join feed_post p on p.id = post_id order by 1, 2',
    'select id, title, content, version from community_item order by id',
    'select position, content from faq_topic order by 1',
    'select exp_type, position, image_hash, link, content from card order by 1, 2',
    'select p.key, c.position, s.key as session, c.days from schedule_session c join project p on p.id = project_id join session s on s.id = session_id order by 1, 2',
    'select * from match_screen order by key',
    'select * from match_screen_text order by 1, 2',
  ]
  return Promise.all(ordered.map(async (sql) => (await pool.query(sql)).rows))
}
const peopleOf = async ({ pool }: TestServer) =>
  Promise.all(
    ['person', 'experience', 'session_progress', 'step_completion', 'quiz_attempt', 'bookmark'].map(
      async (table) => (await pool.query(`select * from ${table} order by 1, 2`)).rows,
    ),
  )

describe('the demo', () => {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  test('is loaded only into an empty database', async () => {
    const { world, log } = server.app
    expect(await loadDemoIfEmpty(world, demo, log)).toBe(true)
    const before = [await contentOf(server), await peopleOf(server)]
    expect(await loadDemoIfEmpty(world, demo, log)).toBe(false)
    expect([await contentOf(server), await peopleOf(server)]).toEqual(before)

    const hashes = await server.db.selectFrom('person').select('password_hash').where('password_hash', 'is not', null).execute()
    expect(new Set(hashes.map(({ password_hash }) => password_hash)).size).toBe(hashes.length)
    const body = { email: 'asha@saathi.example', password: 'Saathi@2026' }
    expect(await server.ask(null, signIn, { body })).toMatchObject({ status: 200, body: { userId: await personId('asha') } })
  })

  test('gives its people the history in their folder', async () => {
    const statuses = async (name: string) => {
      const { body } = await server.ask(await personId(name), listMySessions, { query: {} })
      return body.sessions.map(({ sessionStatus }) => sessionStatus)
    }
    expect(await statuses('asha')).toEqual(['ONGOING', 'ONGOING', 'COMPLETED', 'COMPLETED', 'COMPLETED'])
    expect((await statuses('sunil')).filter((status) => status === 'COMPLETED')).toHaveLength(4)
    const bookmarked = await server.ask(await personId('asha'), listSessions, { query: { bookmark: '' } })
    expect(bookmarked.body.sessions).toHaveLength(4)
    const now = server.clock.now()
    const { rows } = await server.pool.query(
      'select count(*)::int as late from session_progress where last_seen_at > $1 or last_seen_at < started_at',
      [now],
    )
    expect(rows).toEqual([{ late: 0 }])
    const ended = await server.pool.query(`
      select count(*)::int as walks, count(closed_at)::int as closed
      from walk join mentorship on mentorship.id = walk.mentorship_id where mentorship.ended_at is not null`)
    expect(ended.rows[0].walks).toBeGreaterThan(0)
    expect(ended.rows[0].closed).toBe(ended.rows[0].walks)
  })

  test('has the accounts that documentation and tests rely on', async () => {
    const rows = await server.db.selectFrom('person').selectAll().execute()
    const byName = new Map(rows.map((row) => [row.email.replace('@saathi.example', ''), row]))
    const roles = Object.fromEntries([...byName].map(([name, { role }]) => [name, role]))
    expect(roles).toMatchObject({
      asha: 'Mentee',
      ravi: 'Mentor',
      meera: 'GroupMentor',
      arjun: 'GroupMentee',
      divya: 'GroupMentee',
      imran: 'GroupMentee',
      kavya: 'GroupMentee',
      lakshmi: 'GroupMentee',
      nisha: 'Mentee',
      farhan: 'Mentee',
      priya: 'Mentor',
      sunil: 'Mentee',
      anita: 'PairManager',
      staff: 'Admin',
      gita: 'Mentee',
      blocked: 'Mentee',
      unverified: 'Mentee',
    })
    expect(byName.get('gita')).toMatchObject({ provider: 'google', password_hash: null })
    expect(byName.get('blocked')?.disabled_at).not.toBeNull()
    expect(byName.get('unverified')?.email_verified_at).toBeNull()
    expect(byName.get('farhan')).toMatchObject({ matching_status: 'READY' })
  })

  test('has open, domain-restricted and closed institutions, and both declarations in every language', async () => {
    const institutions = await server.db.selectFrom('institution').selectAll().execute()
    const open = institutions.filter(({ is_active }) => is_active)
    expect(open.some(({ email_domains }) => email_domains.length === 0)).toBe(true)
    expect(open.some(({ email_domains }) => email_domains.length > 0)).toBe(true)
    expect(institutions.some(({ is_active }) => !is_active)).toBe(true)
    const declarations = await server.db.selectFrom('declaration').select(['user_type', 'language_code']).execute()
    expect(new Set(declarations.map(({ user_type, language_code }) => `${user_type} ${language_code}`))).toEqual(
      new Set(['bn', 'en', 'hi', 'kn', 'mr', 'ta', 'te'].flatMap((code) => [`Mentee ${code}`, `Mentor ${code}`])),
    )
    const projects = await server.db.selectFrom('project').selectAll().execute()
    expect(projects.some(({ email_domains }) => email_domains.length > 0)).toBe(true)
    expect(projects.some(({ is_disabled }) => is_disabled)).toBe(true)
    expect(projects.some(({ members_are_adults }) => members_are_adults)).toBe(true)
  })
})

describe('sign-up data', () => {
  useServerOfEachTest()

  test('updates and closes institutions in place, and keeps those no longer in the folder', async () => {
    await load(buildFolder(signUpFiles()))
    const [first, ...others] = signUpFiles()['programme.json'].institutions
    await load(buildFolder(signUpFiles({ institutions: [{ ...first, name: 'New name', isActive: false }] })))
    const rows = await server.db.selectFrom('institution').select(['code', 'name', 'is_active']).orderBy('code').execute()
    expect(rows).toContainEqual({ code: first?.code, name: 'New name', is_active: false })
    expect(rows).toHaveLength(1 + others.length)
  })

  test('keeps what the console set for an institution, except the cohort of a project that it has left', async () => {
    await load(buildFolder(signUpFiles()))
    const pairs = await server.db.selectFrom('project').select('id').where('key', '=', 'pairs').executeTakeFirstOrThrow()
    const cohort = {
      project_id: pairs.id,
      name: 'Spring',
      sign_up_from: '2026-01-01',
      starts_on: '2026-02-01',
      ends_on: '2026-12-01',
    }
    const { id } = await server.db.insertInto('cohort').values(cohort).returning('id').executeTakeFirstOrThrow()
    const [first] = signUpFiles()['programme.json'].institutions
    const code = first?.code ?? ''
    await server.db.updateTable('institution').set({ cohort_id: id, places: 9 }).where('code', '=', code).execute()
    const stored = () =>
      server.db.selectFrom('institution').select(['cohort_id', 'places']).where('code', '=', code).executeTakeFirst()
    await load(buildFolder(signUpFiles({ institutions: [{ ...first, name: 'New name' }] })))
    expect(await stored()).toEqual({ cohort_id: id, places: 9 })
    await load(buildFolder(signUpFiles({ institutions: [{ ...first, project: 'circle' }] })))
    expect(await stored()).toEqual({ cohort_id: null, places: 9 })
  })

  test('requires a new version for a changed declaration, and keeps the old one', async () => {
    await load(buildFolder(signUpFiles()))
    const before = await server.db.selectFrom('declaration').selectAll().execute()
    const changed = { 'declarations/mentee.md': 'I promise more.\n' }
    await expect(load(buildFolder({ ...signUpFiles(), ...changed }))).rejects.toThrow('Give it the next version')
    expect(await server.db.selectFrom('declaration').selectAll().execute()).toEqual(before)
    await load(buildFolder({ ...signUpFiles({ declarations: { Mentee: 2, Mentor: 1 } }), ...changed }))
    const rows = await server.db.selectFrom('declaration').selectAll().execute()
    expect(rows).toEqual(expect.arrayContaining(before))
    expect(rows).toContainEqual({ user_type: 'Mentee', version: 2, language_code: 'en', body: 'I promise more.' })
  })
})

describe('loading again', () => {
  useServerOfEachTest()

  test('changes nothing for the same folder', async () => {
    const dir = buildFolder()
    expect(await load(dir)).toBe(true)
    const before = [await contentOf(server), await peopleOf(server)]
    server.clock.advance(86_400)
    expect(await load(dir)).toBe(false)
    expect([await contentOf(server), await peopleOf(server)]).toEqual(before)
  })

  test('loads once for two concurrent loads', async () => {
    const dir = buildFolder()
    const outcomes = await Promise.all([load(dir), load(dir), load(dir)])
    expect(outcomes.filter((isNew) => isNew)).toHaveLength(1)
  })

  test('updates session details in place without touching progress', async () => {
    await load(buildFolder())
    const before = { session: await sessionRow(), people: await peopleOf(server) }
    await load(
      buildFolder({
        'sessions/01-first-salary/session.json': { ...sessionFile, title: { en: 'New title', hi: 'नया' } },
        'accounts.json': buildAccounts({ firstName: 'Changed' }),
      }),
    )
    expect(await sessionRow()).toEqual({ ...before.session, title: 'New title' })
    expect(await peopleOf(server)).toEqual(before.people)
  })

  test('creates a new version for changed steps; people who started keep the old one and their progress', async () => {
    await load(buildFolder())
    const before = { session: await sessionRow(), people: await peopleOf(server) }
    const [first, second] = sessionFile.steps
    const changed = { ...sessionFile, steps: [second, { ...first, durationMinutes: 9 }] }
    await load(buildFolder({ 'sessions/01-first-salary/session.json': changed }))
    expect(await peopleOf(server)).toEqual(before.people)
    const { version_id } = await sessionRow()
    expect(version_id).not.toBe(before.session.version_id)
    const keysOf = async (versionId: number | null) =>
      (await server.db.selectFrom('step').select('key').where('version_id', '=', versionId).orderBy('position').execute()).map(
        ({ key }) => key,
      )
    expect(await keysOf(before.session.version_id)).toEqual(['read-the-slip', 'make-a-plan'])
    expect(await keysOf(version_id)).toEqual(['make-a-plan', 'read-the-slip'])
  })

  test.each([
    ['a changed word in a step', { 'sessions/01-first-salary/steps/make-a-plan.hi.md': '::: instruction\nचार अंक लिखिए।\n:::\n' }],
    [
      'a changed question',
      { 'sessions/01-first-salary/quizzes/read-the-slip.json': { ...quizFile, questions: quizFile.questions.slice(0, 1) } },
    ],
  ])('creates a new version for %s, and deletes versions that nobody started', async (_what, changes) => {
    const nobody = { 'accounts.json': null, 'media/portrait-asha.svg': null }
    await load(buildFolder(nobody))
    const before = await sessionRow()
    await load(buildFolder({ ...nobody, ...changes }))
    const versions = await server.db.selectFrom('session_version').select(['id', 'number']).execute()
    expect(versions).toEqual([{ id: (await sessionRow()).version_id, number: 2 }])
    expect(versions[0]?.id).not.toBe(before.version_id)
    const { rows } = await server.pool.query(
      'select (select count(*) from step)::int as steps, (select count(*) from quiz)::int as quizzes',
    )
    expect(rows).toEqual([{ steps: 2, quizzes: 1 }])
  })

  test('refuses an unsupported language before writing anything', async () => {
    const dir = buildFolder({
      'programme.json': {
        ...aboutFile,
        languages: ['en', 'hi', 'fr'],
        tags: { money: { en: 'Money', hi: 'पैसा', fr: 'Argent' } },
      },
      'sessions/01-first-salary/session.json': {
        ...sessionFile,
        title: { ...sessionFile.title, fr: 'Premier salaire' },
        steps: [{ key: 'make-a-plan', durationMinutes: 1, title: { en: 'One', hi: 'एक', fr: 'Un' } }],
      },
      'sessions/01-first-salary/overview.fr.md': 'Un plan.',
      'sessions/01-first-salary/steps/make-a-plan.fr.md': '::: instruction\nTrois.\n:::\n',
      'sessions/01-first-salary/steps/read-the-slip.md': null,
      'sessions/01-first-salary/steps/read-the-slip.hi.md': null,
      'sessions/01-first-salary/quizzes/read-the-slip.json': null,
      'media/step-slip.svg': null,
    })
    await expect(load(dir)).rejects.toThrow('The programme is written in fr')
    expect(await server.db.selectFrom('session').select('id').execute()).toEqual([])
  })
})

describe('an export', () => {
  useServerOfEachTest()

  test.each([
    ['the demo', () => demo],
    ['a programme for some projects only', () => buildFolder()],
    ['one with a session in a further language', () => buildFolder(tamilSession)],
    ['one with institutions and declarations', () => buildFolder(signUpFiles())],
    ['one with surveys, a feed, legal texts and cards', () => buildFolder(communityFiles())],
  ])('of %s loads into another database as the same programme without people', async (_name, source) => {
    server.clock.set(noon)
    await load(source())
    server.clock.set(new Date(noon.getTime() + 2 * 86_400_000))
    const dir = emptyFolder()
    await exportProgramme(server.db, dir, server.clock.now())
    const other = await startTestServer()
    try {
      other.clock.set(server.clock.now())
      await load(dir, other)
      expect(await contentOf(other, { withIds: false })).toEqual(await contentOf(server, { withIds: false }))
      expect(await other.db.selectFrom('person').select('id').where('role', '<>', 'ai_assistant').execute()).toEqual([])
    } finally {
      await other.stop()
    }
  })

  test('does not overwrite existing files', async () => {
    await expect(exportProgramme(server.db, buildFolder(), server.clock.now())).rejects.toThrow('is not empty')
  })
})
