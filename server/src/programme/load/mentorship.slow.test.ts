import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildAccounts, buildFolder, emptyFolder } from '../../../test/programme-folder.ts'
import { address, mentorshipFiles, pair, people, scheduled, screensFile } from '../../../test/programme-mentorship.ts'
import type { DemoHistory, NewMentorship } from '#content/demo-history.ts'
import { exportProgramme } from '../export/programme.ts'
import { loadFolder } from './folder.ts'
import { readProgramme } from '../read/programme.ts'

const demo = fileURLToPath(new URL('../../../../demo', import.meta.url))
const quickHash = async (password: string) => `hash of ${password}`
/** Far from midnight in India, so that the day does not change during a test. */
const noon = new Date('2026-03-10T12:00:00+05:30')

let server: TestServer
let loaded: NewMentorship[]
beforeEach(async () => {
  server = await startTestServer()
  server.clock.set(noon)
  loaded = []
})
afterEach(() => server.stop())

/** Collects the history instead of creating it. */
const collect = async (_ctx: unknown, { newMentorships }: DemoHistory) => void loaded.push(...newMentorships)
const loadDir = (dir: string, to = server) => loadFolder(to.app.world, dir, to.app.log, quickHash, collect)
const load = (changes: Parameters<typeof buildFolder>[0] = {}) => loadDir(buildFolder({ ...mentorshipFiles(), ...changes }))
const noScreens = { 'screens.json': null, 'media/screen-finding.svg': null }

async function schedulesOf({ pool }: TestServer) {
  const { rows } = await pool.query<{ project: string; position: number; session: string; days: number }>(
    `select p.key as project, c.position, s.key as session, c.days from schedule_session c
     join project p on p.id = c.project_id join session s on s.id = c.session_id order by p.key, c.position`,
  )
  return rows.map(({ project, position, session, days }) => [project, position, session, days])
}
async function screensOf({ pool }: TestServer) {
  const screens = await pool.query('select * from match_screen order by key')
  const texts = await pool.query('select * from match_screen_text order by screen_key, language_code')
  return [screens.rows, texts.rows]
}
const idOf = async (name: string) =>
  (await server.db.selectFrom('person').select('id').where('email', '=', address(name)).executeTakeFirstOrThrow()).id

describe('schedules', () => {
  test('contain the sessions of each project in order, with their days', async () => {
    await load()
    expect(await schedulesOf(server)).toEqual([
      ['circle', 1, 'walk-together', 14],
      ['pairs', 1, 'walk-together', 14],
      ['pairs', 2, 'one-goal', 21],
    ])
  })

  test('are replaced when changed, and deleted when removed', async () => {
    await load()
    const turned = [{ session: 'one-goal', days: 7 }, { session: 'walk-together' }]
    await load({ 'programme.json': scheduled({ schedule: turned }) })
    expect((await schedulesOf(server)).slice(1)).toEqual([
      ['pairs', 1, 'one-goal', 7],
      ['pairs', 2, 'walk-together', 14],
    ])
    await load({ 'programme.json': scheduled({ schedule: undefined }), 'mentorships.json': null })
    expect(await schedulesOf(server)).toEqual([['circle', 1, 'walk-together', 14]])
  })

  test('are kept for projects no longer in the folder', async () => {
    await load()
    const onlyCircle = { ...scheduled(), projects: scheduled().projects.slice(1) }
    await load({
      'programme.json': onlyCircle,
      'accounts.json': null,
      'mentorships.json': null,
      'media/portrait-asha.svg': null,
      'sessions/01-first-salary/session.json': {
        ...(await readProgramme(buildFolder())).sessions[0]?.value,
        projects: undefined,
      },
    })
    expect(await schedulesOf(server)).toContainEqual(['pairs', 2, 'one-goal', 21])
  })
})

describe('matching screens', () => {
  test('are replaced, and unchanged by a folder without them', async () => {
    await load()
    const [screens] = await screensOf(server)
    expect(screens).toHaveLength(4)
    const changed = { ...screensFile, group_hold: { ...screensFile.group_hold, title: { en: 'New', hi: 'नया' } } }
    await load({ 'screens.json': changed })
    const after = await screensOf(server)
    expect(after[0]).toContainEqual(expect.objectContaining({ key: 'group_hold', title: 'New' }))
    expect(after[1]).toContainEqual(expect.objectContaining({ screen_key: 'group_hold', language_code: 'hi', title: 'नया' }))
    await load(noScreens)
    expect(await screensOf(server)).toEqual(after)
  })
})

describe('mentorships', () => {
  test('are passed on with members, times and progress', async () => {
    await load()
    const sessionIds = new Map(
      (await server.db.selectFrom('session').select(['id', 'key']).execute()).map(({ id, key }) => [key, id]),
    )
    const { id: projectId } = await server.db
      .selectFrom('project')
      .select('id')
      .where('key', '=', 'pairs')
      .executeTakeFirstOrThrow()
    expect(loaded).toMatchObject([
      {
        projectId,
        mentorId: await idOf('ravi'),
        menteeIds: [await idOf('asha')],
        pairManagerId: await idOf('anita'),
        startedAt: new Date('2026-02-28T10:00:00+05:30'),
        endedAt: null,
        begun: [
          {
            personId: await idOf('asha'),
            sessionId: sessionIds.get('walk-together'),
            startedAt: new Date('2026-03-02T18:30:00+05:30'),
            stepsDone: [
              { completedAt: new Date('2026-03-02T18:35:00+05:30') },
              { completedAt: new Date('2026-03-02T18:45:00+05:30') },
            ],
            isWhole: true,
            answersAllRight: false,
            rating: 4,
          },
          { personId: await idOf('ravi'), stepsDone: [{}], isWhole: false, answersAllRight: true, rating: null },
        ],
      },
      {
        mentorId: await idOf('meera'),
        menteeIds: [await idOf('divya'), await idOf('imran')],
        pairManagerId: null,
        startedAt: new Date('2026-01-29T10:00:00+05:30'),
        endedAt: new Date('2026-03-05T10:00:00+05:30'),
        begun: [],
      },
    ])
  })

  test('are passed on with their events, relative to today', async () => {
    const events = [
      { title: 'Our call', by: address('asha'), inDays: 3, at: '19:30', session: 'one-goal', isCall: false },
      {
        title: 'Weekly',
        description: 'Short.',
        by: address('ravi'),
        inDays: -7,
        at: '18:15',
        repeats: 'WEEKLY',
        untilInDays: 21,
        moved: [{ occurrence: 3, inDays: 8, at: '10:00' }],
      },
    ]
    await load({ 'mentorships.json': { mentorships: [{ ...pair, events }] } })
    const { id: sessionId } = await server.db
      .selectFrom('session')
      .select('id')
      .where('key', '=', 'one-goal')
      .executeTakeFirstOrThrow()
    expect(loaded[0]?.events).toEqual([
      {
        byId: await idOf('asha'),
        title: 'Our call',
        description: '',
        isPairGroupCall: false,
        at: new Date('2026-03-13T19:30:00+05:30'),
        frequency: 'NONE',
        until: null,
        sessionId,
        moved: [],
      },
      {
        byId: await idOf('ravi'),
        title: 'Weekly',
        description: 'Short.',
        isPairGroupCall: true,
        at: new Date('2026-03-03T18:15:00+05:30'),
        frequency: 'WEEKLY',
        until: '2026-03-31',
        sessionId: null,
        moved: [{ occurrence: 3, at: new Date('2026-03-18T10:00:00+05:30') }],
      },
    ])
  })

  test('are skipped if any member existed before', async () => {
    const before = buildAccounts(...people.filter(({ email }) => email === address('anita')))
    await load({ 'accounts.json': before, 'mentorships.json': null })
    await load()
    expect(loaded.map(({ mentorId }) => mentorId)).toEqual([await idOf('meera')])
    await load({ ...noScreens })
    expect(loaded).toHaveLength(1)
  })

  test('are left out of an export, which keeps schedules and screens', async () => {
    await load()
    const dir = emptyFolder()
    await exportProgramme(server.db, dir, server.clock.now())
    expect(await readProgramme(dir)).toMatchObject({ accounts: null, mentorships: null })
    const other = await startTestServer()
    try {
      await loadDir(dir, other)
      expect(await schedulesOf(other)).toEqual(await schedulesOf(server))
      expect(await screensOf(other)).toEqual(await screensOf(server))
    } finally {
      await other.stop()
    }
  })
})

describe('the demo', () => {
  test('has the same eight sessions in three projects', async () => {
    await loadDir(demo)
    const schedules = await schedulesOf(server)
    for (const project of ['one-to-one', 'design-circle', 'kaveri-college']) {
      const days = schedules.filter(([key]) => key === project).map(([, , session, count]) => [session, count])
      expect(days).toHaveLength(8)
      expect(new Set(days.map(([, count]) => count))).toEqual(new Set([14]))
    }
  })

  test('has a pair half way, a new pair, a group, a pair that parts, and two ended mentorships', async () => {
    await loadDir(demo)
    const [asha, ravi, meera, zoya] = await Promise.all(['asha', 'ravi', 'meera', 'mentorship-ended'].map(idOf))
    const whole = (mentorship: NewMentorship | undefined, personId: number | undefined) =>
      mentorship?.begun.filter((walked) => walked.personId === personId && walked.isWhole).length
    const of = (menteeId: number | undefined) => loaded.find(({ menteeIds }) => menteeIds.some((id) => id === menteeId))
    expect(loaded).toHaveLength(6)
    expect([whole(of(asha), asha), whole(of(asha), ravi), of(asha)?.mentorId]).toEqual([4, 5, ravi])
    const neha = await idOf('neha')
    expect([of(neha)?.begun.length, of(neha)?.mentorId]).toEqual([1, await idOf('suresh')])
    expect(loaded.find(({ mentorId }) => mentorId === meera)?.menteeIds).toHaveLength(5)
    expect([whole(of(zoya), zoya), of(zoya)?.mentorId, of(zoya)?.endedAt]).toEqual([
      2,
      ravi,
      new Date('2025-12-20T10:00:00+05:30'),
    ])
  })
})
