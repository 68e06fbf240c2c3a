import { randomUUID } from 'node:crypto'
import { getProfile } from '@saathi/contract/accounts/calls'
import { listLooksAtMe } from '@saathi/contract/accounts/look-calls'
import type { Role } from '@saathi/contract/accounts/roles'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import * as calls from '@saathi/contract/mentorship/staff-calls'
import { listNotices } from '@saathi/contract/notices/calls'
import { listPairs } from '@saathi/contract/staff/pair-calls'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../test/harness.ts'
import type { BuiltSession } from '../../test/hub-sessions.ts'
import { markSecondFactor } from '../../test/matrix/second-factor.ts'
import { buildStaffOf } from '../../test/staff-rights.ts'
import { buildMentorship, buildProject, buildMentorshipSession, openCurriculum } from '../../test/mentorships.ts'
import { sessionClient } from '../../test/session-client.ts'

let server: TestServer
let actions: ReturnType<typeof sessionClient>
let staff: number
let session: BuiltSession
beforeAll(async () => {
  server = await sharedServer()
  actions = sessionClient(server)
  staff = await server.buildPerson({ role: 'ProgramManager' })
  await markSecondFactor(server, staff)
  session = await buildMentorshipSession(server)
})
beforeEach(() => {
  server.delivered.length = 0
})

const ABSENT = 2_000_000_000
const reason = 'They asked for it.'
type Body = { mentor: number; mentees: number[]; pairManager?: number | null }
const start = (body: Body, who: number | null = staff) =>
  server.ask(who, calls.startMentorship, { body: { ...body, reason } }, { 'idempotency-key': randomUUID() })
const end = (id: number, who: number | null = staff) => server.ask(who, calls.endMentorship, { params: { id }, body: { reason } })
const takeOut = (id: number, userId: number, who: number | null = staff) =>
  server.ask(who, calls.takeOutMember, { params: { id, userId }, body: { reason } })

async function buildIn(projectId: number | null, role: Role = 'Mentee', flag = 'show') {
  const id = await server.buildPerson({ role })
  await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', id).execute()
  await openCurriculum(server, [id], flag)
  return id
}
const pushedTo = (personId: number) =>
  server.delivered.flatMap((delivery) => ('to' in delivery && delivery.to.includes(personId) ? [delivery.event] : []))
const titles = async (who: number) => (await server.ask(who, listNotices, { query: {} })).body.notices.map(({ title }) => title)
const curriculumOf = async (who: number) => (await server.ask(who, getProfile, {})).body.status.experiences.curriculum
const mentorshipsOf = (who: number) =>
  server.db.selectFrom('mentorship_member').selectAll().where('person_id', '=', who).execute()

describe('starting a mentorship', () => {
  test('creates sessions, opens the area, and sends a notice and a push to everybody', async () => {
    const projectId = await buildProject(server, [session], '1to1', 7)
    const [mentor, asha] = [await buildIn(projectId, 'Mentor'), await buildIn(projectId)]
    const pairManager = await buildIn(null, 'PairManager', 'use')
    const { status, body } = await start({ mentor, mentees: [asha], pairManager })
    expect(status).toBe(200)
    expect(body).toMatchObject({ groupType: '1to1', endedAt: null })
    expect(body.members.map(({ userId, part }) => [userId, part])).toEqual([
      [mentor, 'mentor'],
      [asha, 'mentee'],
      [pairManager, 'pair_manager'],
    ])
    for (const who of [mentor, asha]) expect(await curriculumOf(who)).toBe('use')
    for (const who of [mentor, asha, pairManager]) {
      expect(pushedTo(who)).toContainEqual({ type: 'mentorship.changed', mentorship: body.id })
    }
    expect(await titles(mentor)).toContain('Meet Person, your mentee')
    expect(await titles(asha)).toContain('Meet Person, your mentor')
    expect(await titles(pairManager)).toContain('You look after a new pair')
    expect((await actions.read(asha, session.id)).body).toMatchObject({ mentorship: body.id, isOpen: true })
    const walkers = await server.db.selectFrom('walk').select('person_id').where('mentorship_id', '=', body.id).execute()
    expect(new Set(walkers.map(({ person_id }) => person_id))).toEqual(new Set([mentor, asha]))
  })

  test.each<[string, (ids: { project: number; other: number }) => Promise<Body>]>([
    [
      'a mentor without the mentor role',
      async ({ project }) => ({ mentor: await buildIn(project), mentees: [await buildIn(project)] }),
    ],
    [
      'a mentee without the mentee role',
      async ({ project }) => ({ mentor: await buildIn(project, 'Mentor'), mentees: [await buildIn(project, 'Mentor')] }),
    ],
    [
      'a pair manager without that role',
      async ({ project }) => ({
        mentor: await buildIn(project, 'Mentor'),
        mentees: [await buildIn(project)],
        pairManager: await buildIn(project),
      }),
    ],
    [
      'people of two programmes',
      async ({ project, other }) => ({ mentor: await buildIn(project, 'Mentor'), mentees: [await buildIn(other)] }),
    ],
    [
      'a mentor without a programme',
      async ({ project }) => ({ mentor: await buildIn(null, 'Mentor'), mentees: [await buildIn(project)] }),
    ],
    [
      'a mentee for whom mentorship is off',
      async ({ project }) => ({ mentor: await buildIn(project, 'Mentor'), mentees: [await buildIn(project, 'Mentee', 'off')] }),
    ],
    [
      'a mentor for whom mentorship is off',
      async ({ project }) => ({ mentor: await buildIn(project, 'Mentor', 'off'), mentees: [await buildIn(project)] }),
    ],
    [
      'two mentees in a programme of pairs',
      async ({ project }) => ({
        mentor: await buildIn(project, 'Mentor'),
        mentees: [await buildIn(project), await buildIn(project)],
      }),
    ],
  ])('is refused for %s, and nothing is stored', async (_what, build) => {
    const project = await buildProject(server, [session], '1to1')
    const request = await build({ project, other: await buildProject(server, [session], '1to1') })
    expect(await start(request)).toMatchObject({ status: 400, body: { code: 'mentorship.does_not_fit' } })
    expect(await mentorshipsOf(request.mentor)).toEqual([])
    expect(server.delivered).toEqual([])
  })

  test('accepts up to ten mentees in a group, each once', async () => {
    const project = await buildProject(server, [session], '1toM')
    const mentor = await buildIn(project, 'GroupMentor')
    const mentees: number[] = []
    while (mentees.length < 11) mentees.push(await buildIn(project, 'GroupMentee'))
    expect(await start({ mentor, mentees })).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
    expect(await start({ mentor, mentees: [] })).toMatchObject({ status: 400, body: { code: 'core.bad_input' } })
    const [first = 0] = mentees
    expect(await start({ mentor, mentees: [first, first] })).toMatchObject({
      status: 400,
      body: { code: 'mentorship.does_not_fit' },
    })
    const { status, body } = await start({ mentor, mentees: mentees.slice(0, 10) })
    expect([status, body.groupType, body.members.length]).toEqual([200, '1toM', 11])
  })

  test('requires active accounts and a programme with sessions', async () => {
    const project = await buildProject(server, [session], '1to1')
    const bare = await buildProject(server, [], '1to1')
    const mentor = await buildIn(project, 'Mentor')
    const gone = { status: 404, body: { code: 'mentorship.person_not_found' } }
    expect(await start({ mentor, mentees: [ABSENT] })).toMatchObject(gone)
    expect(await start({ mentor, mentees: [await server.buildPerson({ disabled: true })] })).toMatchObject(gone)
    const unplanned = { mentor: await buildIn(bare, 'Mentor'), mentees: [await buildIn(bare)] }
    expect(await start(unplanned)).toMatchObject({ status: 409, body: { code: 'mentorship.no_schedule' } })
    expect(await mentorshipsOf(unplanned.mentor)).toEqual([])
  })

  test('is refused for a mentee with an ongoing mentorship, but a mentor may have several', async () => {
    const project = await buildProject(server, [session], '1to1')
    const [mentor, other, asha] = [await buildIn(project, 'Mentor'), await buildIn(project, 'Mentor'), await buildIn(project)]
    const { body: first } = await start({ mentor, mentees: [asha] })
    server.delivered.length = 0
    expect(await start({ mentor: other, mentees: [asha] })).toMatchObject({
      status: 409,
      body: { code: 'mentorship.already_in_one' },
    })
    expect([await mentorshipsOf(other), server.delivered]).toEqual([[], []])
    expect((await start({ mentor, mentees: [await buildIn(project)] })).status).toBe(200)
    await end(first.id)
    expect((await start({ mentor: other, mentees: [asha] })).status).toBe(200)
  })

  test('twice at once with the same mentees: one wins, and nothing of the other is stored', async () => {
    for (const _round of [1, 2, 3, 4, 5]) {
      const project = await buildProject(server, [session], '1toM')
      const mentors = [await buildIn(project, 'GroupMentor'), await buildIn(project, 'GroupMentor')]
      const mentees = [await buildIn(project, 'GroupMentee'), await buildIn(project, 'GroupMentee')]
      const replies = await Promise.all(
        mentors.map((mentor, at) => start({ mentor, mentees: at === 0 ? mentees : mentees.toReversed() })),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
      const made = await server.db.selectFrom('mentorship').select('id').where('project_id', '=', project).execute()
      expect(made).toHaveLength(1)
      for (const who of mentees) expect(await mentorshipsOf(who)).toHaveLength(1)
    }
  })
})

describe('ending a mentorship', () => {
  test('notifies everybody once, and moves it to the ended ones in the staff list', async () => {
    const { id, mentorId, menteeIds, pairManagerId } = await buildMentorship(server, { withPairManager: true })
    const everybody = [mentorId, ...menteeIds, pairManagerId ?? 0]
    server.delivered.length = 0
    const { body } = await end(id)
    expect(body).toMatchObject({ id, endedAt: expect.any(String) })
    expect(body.members.map(({ isActive }) => isActive)).toEqual([false, false, false])
    for (const who of everybody) {
      expect(pushedTo(who)).toContainEqual({ type: 'mentorship.changed', mentorship: id })
      expect((await titles(who)).filter((title) => title === 'Your mentorship has ended')).toHaveLength(1)
    }
    expect((await server.ask(mentorId, listMentorships, {})).body.mentorships).toMatchObject([{ id, isActive: false }])
    const pushesBefore = server.delivered.length
    server.clock.advance(60)
    const again = await end(id)
    server.clock.reset()
    expect(again.body).toEqual(body)
    expect(server.delivered).toHaveLength(pushesBefore)
    const listed = async (state: 'running' | 'ended') =>
      (await server.ask(staff, listPairs, { query: { state } })).body.pairs.map((each) => each.id)
    expect([(await listed('running')).includes(id), (await listed('ended')).includes(id)]).toEqual([false, true])
  })

  test('reports an unknown mentorship or a person who is not a member as not found', async () => {
    const { id } = await buildMentorship(server)
    const notFound = { status: 404, body: { code: 'mentorship.not_found' } }
    expect(await end(ABSENT)).toMatchObject(notFound)
    expect(await takeOut(ABSENT, staff)).toMatchObject(notFound)
    expect(await takeOut(id, staff)).toMatchObject(notFound)
  })
})

describe('removing a member', () => {
  const build = () => buildMentorship(server, { sessions: [session], mentees: 2, withPairManager: true })
  const stateOf = async (id: number) => {
    const { ended_at } = await server.db
      .selectFrom('mentorship')
      .select('ended_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const rows = await server.db.selectFrom('mentorship_member').selectAll().where('mentorship_id', '=', id).execute()
    return { isOver: ended_at !== null, inside: rows.filter(({ left_at }) => left_at === null).map(({ person_id }) => person_id) }
  }

  test('a mentee: the others continue and get a push, the mentee is notified; repeating it does nothing', async () => {
    const { id, mentorId, menteeIds, pairManagerId } = await build()
    const [asha = 0, ravi = 0] = menteeIds
    server.delivered.length = 0
    expect((await takeOut(id, asha)).status).toBe(200)
    const state = await stateOf(id)
    expect(state.isOver).toBe(false)
    expect(new Set(state.inside)).toEqual(new Set([mentorId, ravi, pairManagerId]))
    for (const who of [mentorId, asha, ravi]) expect(pushedTo(who)).toContainEqual({ type: 'mentorship.changed', mentorship: id })
    expect(await titles(asha)).toContain('Your mentorship has ended')
    for (const who of [mentorId, ravi]) expect(await titles(who)).not.toContain('Your mentorship has ended')
    const pushesBefore = server.delivered.length
    expect((await takeOut(id, asha)).status).toBe(200)
    expect(server.delivered).toHaveLength(pushesBefore)
    expect((await start({ mentor: mentorId, mentees: [asha] })).status).toBe(200)
  })

  test('the pair manager: the others continue', async () => {
    const { id, pairManagerId } = await build()
    await takeOut(id, pairManagerId ?? 0)
    expect(await stateOf(id)).toMatchObject({ isOver: false })
  })

  test('the mentor: the mentorship ends for all, and all are notified', async () => {
    const { id, mentorId, menteeIds } = await build()
    await takeOut(id, mentorId)
    expect(await stateOf(id)).toEqual({ isOver: true, inside: [] })
    for (const who of [mentorId, ...menteeIds]) expect(await titles(who)).toContain('Your mentorship has ended')
  })

  test('the last mentee: the mentorship ends', async () => {
    const { id, menteeIds } = await build()
    for (const who of menteeIds) await takeOut(id, who)
    expect(await stateOf(id)).toEqual({ isOver: true, inside: [] })
  })
})

test('[STF-03] staff act on mentorships of their programmes only; others look as if they did not exist', async () => {
  const [own, foreign] = [await buildMentorship(server), await buildMentorship(server)]
  const manager = await buildStaffOf(server, 'ProgramManager', own.projectId)
  const notFound = { status: 404, body: { code: 'mentorship.not_found' } }
  for (const id of [foreign.id, ABSENT]) {
    expect(await end(id, manager)).toMatchObject(notFound)
    expect(await takeOut(id, foreign.mentorId, manager)).toMatchObject(notFound)
  }
  const elsewhere = await buildProject(server, [session], '1to1')
  const theirs = { mentor: await buildIn(elsewhere, 'Mentor'), mentees: [await buildIn(elsewhere)] }
  const unknown = { status: 404, body: { code: 'mentorship.person_not_found' } }
  expect(await start(theirs, manager)).toMatchObject(unknown)
  expect(await start({ mentor: own.mentorId, mentees: theirs.mentees }, manager)).toMatchObject(unknown)
  const mentees = [await buildIn(own.projectId)]
  expect((await start({ mentor: own.mentorId, mentees }, manager)).status).toBe(200)
  expect((await end(own.id, manager)).status).toBe(200)
})

test('[STF-13] each member sees that staff ended the mentorship, and why', async () => {
  const { id, mentorId, menteeIds } = await buildMentorship(server)
  await end(id)
  for (const who of [mentorId, ...menteeIds]) {
    const { looks } = (await server.ask(who, listLooksAtMe, { query: {} })).body
    expect(looks).toMatchObject([{ what: 'changed_pair', reason }])
  }
})
