import { getProfile } from '@saathi/contract/accounts/calls'
import type { Role } from '@saathi/contract/accounts/roles'
import * as staffAccounts from '@saathi/contract/accounts/staff-calls'
import { setMatchStatus } from '@saathi/contract/matching/calls'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { beginFarewell } from '@saathi/contract/mentorship/staff-calls'
import { changeAnswer } from '@saathi/contract/surveys/calls'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { endMentorship, leaveMentorship, startMentorship } from '#mentorship/public.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { plainAnswers } from '../../../test/match-criteria.ts'
import { answerScreening } from '../../../test/match-screening.ts'
import { buildMatching, buildOffer, buildSeeker } from '../../../test/matching.ts'
import { markSecondFactor } from '../../../test/matrix/second-factor.ts'
import {
  buildSurvey,
  type BuiltSurvey,
  makeSurveyOption,
  makeSurveyQuestion,
  sendStage,
  setSurveyFlag,
} from '../../../test/surveys.ts'
import { findPool } from '../run/store.ts'
import { reviewSeeker } from './pool.ts'

let server: TestServer
let staff: number
let screening: BuiltSurvey
const log = pino({ level: 'silent' })

beforeAll(async () => {
  server = await startTestServer()
  staff = await server.buildPerson({ role: 'Admin' })
  await markSecondFactor(server, staff)
  const options = ['hindi', 'english', 'tamil'].map((key) => makeSurveyOption(key))
  screening = await buildSurvey(server, {
    stages: [
      [
        makeSurveyQuestion('q1', 'MultiChoiceDropDown', { criterion: 'languages', answerOptions: options }),
        makeSurveyQuestion('q2', 'Text', { criterion: 'city' }),
        makeSurveyQuestion('q3', 'Text'),
      ],
    ],
  })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.delivered.length = 0
})

type Changes = { role?: Role; curriculum?: string; answers?: object }

/** Creates a person in a project who submits the screening survey. */
async function buildScreened(projectId: number | null, { role = 'Mentee', curriculum = 'use', answers }: Changes = {}) {
  const id = await server.buildPerson({ role })
  await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', id).execute()
  await server.db.updateTable('experience').set({ curriculum }).where('person_id', '=', id).execute()
  await setSurveyFlag(server, id)
  const place = { survey: screening.id, stage: screening.stages[0] ?? 0 }
  const sent = await sendStage(server, id, place, {
    answers: answers ?? { q1: ['hindi', 'english'], q2: 'Pune', q3: 'Because.' },
  })
  expect(sent.status).toBe(200)
  return id
}
const seekerOf = (id: number) => server.db.selectFrom('match_seeker').selectAll().where('person_id', '=', id).executeTakeFirst()
const statusOf = async (who: number) => (await server.ask(who, getProfile, {})).body.status.matching.matchingStatus
const pushedTo = (who: number) =>
  server.delivered.flatMap((each) => ('to' in each && each.to.includes(who) ? [each.event.type] : []))
const setFlags = (personId: number, curriculum: 'use' | 'show' | 'off') =>
  server.ask(staff, staffAccounts.setFlags, { params: { personId }, body: { curriculum } })
const setDisabled = (personId: number, isDisabled: boolean) =>
  server.ask(staff, staffAccounts.setDisabled, { params: { personId }, body: { isDisabled, reason: 'They asked for it.' } })
/** Whether one transaction waits for a lock of another. */
async function isSomebodyWaiting(): Promise<boolean> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return ((await server.pool.query(waiting)).rowCount ?? 0) > 0
}
const stateOf = async (id: number) =>
  (await server.db.selectFrom('match_offer').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

describe('joining the pool', () => {
  test('adds a person who has answered all musts, with their answers, and sends a live event', async () => {
    const { projectId } = await buildMatching(server)
    const asha = await buildScreened(projectId)
    expect(await seekerOf(asha)).toMatchObject({
      project_id: projectId,
      part: 'mentee',
      answers: { languages: ['hindi', 'english'], city: ['Pune'] },
    })
    expect(await statusOf(asha)).toBe('READY')
    expect(pushedTo(asha)).toContain('matching.changed')
    const ravi = await buildScreened(projectId, { role: 'Mentor', curriculum: 'show' })
    expect(await seekerOf(ravi)).toMatchObject({ part: 'mentor' })
  })

  test('excludes people without an answer to a must, without a project with a plan, and staff', async () => {
    const { projectId } = await buildMatching(server)
    const { id: bare } = await server.db
      .insertInto('project')
      .values({ key: `bare-${crypto.randomUUID()}`, name: 'Bare', group_type: '1to1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const outside = [
      await buildScreened(projectId, { answers: { q2: 'Pune' } }),
      await buildScreened(bare),
      await buildScreened(null),
      await buildScreened(projectId, { curriculum: 'off' }),
      await buildScreened(projectId, { role: 'Mentor', curriculum: 'off' }),
    ]
    const manager = await server.buildPerson({ role: 'ProgramManager' })
    await server.db.updateTable('person').set({ project_id: projectId }).where('id', '=', manager).execute()
    await answerScreening(server, projectId, manager, plainAnswers)
    await setFlags(manager, 'use')
    for (const who of [...outside, manager]) expect([await seekerOf(who), await statusOf(who)]).toEqual([undefined, null])
  })

  test('uses a changed answer and keeps the waiting time', async () => {
    const { projectId } = await buildMatching(server)
    const asha = await buildScreened(projectId)
    const before = await seekerOf(asha)
    server.delivered.length = 0
    const body = { survey: screening.id, stage: screening.stages[0] ?? 0, questionKey: 'q1', answer: ['tamil'] }
    expect((await server.ask(asha, changeAnswer, { body })).status).toBe(200)
    expect(await seekerOf(asha)).toMatchObject({ since: before?.since, answers: { languages: ['tamil'], city: ['Pune'] } })
  })

  test('adds a person once the missing answer is given', async () => {
    const { projectId } = await buildMatching(server)
    const asha = await buildScreened(projectId, { answers: { q2: 'Pune' } })
    expect(await seekerOf(asha)).toBeUndefined()
    const body = { survey: screening.id, stage: screening.stages[0] ?? 0, questionKey: 'q1', answer: ['hindi'] }
    expect((await server.ask(asha, changeAnswer, { body })).status).toBe(200)
    expect(await seekerOf(asha)).toMatchObject({ part: 'mentee', answers: { languages: ['hindi'] } })
  })

  test('counts an answer that matches several options as each of them', async () => {
    const { projectId } = await buildMatching(server)
    const plan = await server.db
      .selectFrom('match_plan')
      .select('criteria')
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    const criteria = z.array(z.looseObject({ key: z.string() })).parse(plan.criteria)
    const changed = criteria.map((each) =>
      each.key === 'languages' ? { ...each, standsFor: { tamil: ['hindi', 'english'] } } : each,
    )
    await server.db
      .updateTable('match_plan')
      .set({ criteria: JSON.stringify(changed) })
      .where('project_id', '=', projectId)
      .execute()
    const id = await buildScreened(projectId, { answers: { q1: ['tamil'], q2: 'Pune', q3: 'Because.' } })
    expect((await seekerOf(id))?.answers).toMatchObject({ languages: ['hindi', 'english'] })
  })

  test('adds a mentee once the mentorship area is open, and removes them when it is switched off', async () => {
    const { projectId } = await buildMatching(server)
    const asha = await buildScreened(projectId, { curriculum: 'show' })
    expect(await seekerOf(asha)).toBeUndefined()
    await setFlags(asha, 'use')
    const { since } = (await seekerOf(asha)) ?? {}
    expect(since).toBeInstanceOf(Date)
    server.clock.advance(3_600)
    await setFlags(asha, 'use')
    expect((await seekerOf(asha))?.since).toEqual(since)
    await setFlags(asha, 'off')
    expect([await seekerOf(asha), await statusOf(asha)]).toEqual([undefined, null])
    server.clock.reset()
  })

  test('schedules one run for all people who join within the interval', async () => {
    const { projectId } = await buildMatching(server)
    await buildScreened(projectId)
    await buildScreened(projectId)
    const rows = await server.pool.query(`select data from jobs.job where name = 'matching.run' and data ->> 'projectId' = $1`, [
      String(projectId),
    ])
    expect(rows.rowCount).toBe(1)
  })
})

describe('leaving the pool', () => {
  async function buildOffered() {
    const { projectId } = await buildMatching(server, { plan: { places: 2 } })
    const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
    const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
    return { projectId, mentorId, menteeId, offer: await buildOffer(server, { mentorId, menteeId, state: 'chosen' }) }
  }

  test('removes a disabled person and releases their partners; enabling adds them again', async () => {
    const { projectId, menteeId } = await buildOffered()
    const mentorId = await buildScreened(projectId, { role: 'Mentor' })
    await server.db.deleteFrom('match_offer').where('mentee_id', '=', menteeId).execute()
    const offer = await buildOffer(server, { mentorId, menteeId, state: 'chosen' })
    server.delivered.length = 0
    expect((await setDisabled(mentorId, true)).status).toBe(200)
    expect([await seekerOf(mentorId), await stateOf(offer)]).toEqual([undefined, 'unavailable'])
    expect(await statusOf(menteeId)).toBe('READY')
    expect(pushedTo(menteeId)).toContain('matching.changed')
    await setDisabled(mentorId, false)
    expect(await seekerOf(mentorId)).toMatchObject({ part: 'mentor' })
  })

  test('removes a person who is about to leave Saathi, and adds them again if they stay', async () => {
    const { projectId } = await buildMatching(server)
    const id = await buildScreened(projectId)
    expect(await seekerOf(id)).toBeDefined()
    const { world } = server.app
    const leavesAt = new Date(server.clock.now().getTime() + 14 * 86_400_000)
    const setLeaving = (at: Date | null) => server.db.updateTable('person').set({ leaves_at: at }).where('id', '=', id).execute()
    await setLeaving(leavesAt)
    await inTransaction(world, log, (ctx) => ctx.raise({ type: 'accounts.leave_asked', personId: id, leavesAt }))
    expect(await seekerOf(id)).toBeUndefined()
    await setLeaving(null)
    await inTransaction(world, log, (ctx) => ctx.raise({ type: 'accounts.stayed', personId: id }))
    expect(await seekerOf(id)).toBeDefined()
  })

  test('removes people matched by staff, except mentors with free places', async () => {
    const { projectId, mentorId, menteeId, offer } = await buildOffered()
    const other = await buildSeeker(server, { projectId, part: 'mentor', places: 1 })
    const start = (mentor: number, mentee: number) =>
      inTransaction(server.app.world, log, (ctx) =>
        startMentorship(ctx, {
          projectId,
          groupType: '1to1',
          mentorId: mentor,
          menteeIds: [mentee],
          pairManagerId: null,
          startedAt: ctx.now(),
        }),
      )
    await start(other, menteeId)
    expect([await seekerOf(menteeId), await seekerOf(other), await stateOf(offer)]).toEqual([undefined, undefined, 'unavailable'])
    expect([await statusOf(menteeId), await statusOf(other), await statusOf(mentorId)]).toEqual([null, null, 'READY'])
    const screened = await buildScreened(projectId)
    await start(mentorId, screened)
    expect(await seekerOf(mentorId)).toBeDefined()
    expect(await seekerOf(screened)).toBeUndefined()
  })

  test('after staff have ended a mentorship only staff put its members back; people whose partner left return automatically', async () => {
    const { projectId, mentorId, menteeId } = await buildOffered()
    const lone = await buildSeeker(server, { projectId, part: 'mentor', places: 1 })
    const left = await buildSeeker(server, { projectId, part: 'mentee' })
    const start = (mentor: number, mentee: number) =>
      inTransaction(server.app.world, log, (ctx) =>
        startMentorship(ctx, {
          projectId,
          groupType: '1to1',
          mentorId: mentor,
          menteeIds: [mentee],
          pairManagerId: null,
          startedAt: ctx.now(),
        }),
      )
    const ended = await start(lone, menteeId)
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, ended.mentorshipId))
    for (const who of [lone, menteeId]) {
      await setFlags(who, 'use')
      expect([await seekerOf(who), await statusOf(who)]).toEqual([undefined, null])
      const { status, body } = await server.ask(staff, setSeeker, { params: { personId: who }, body: { isSeeking: true } })
      expect([status, body.seeker?.person]).toEqual([200, who])
    }
    expect((await seekerOf(mentorId))?.part).toBe('mentor')
    const over = await start(lone, left)
    await inTransaction(server.app.world, log, (ctx) => leaveMentorship(ctx, over.mentorshipId, left, { isGone: true }))
    expect(await seekerOf(lone)).toMatchObject({ part: 'mentor' })
  })

  test('[TOD-09] after a farewell nobody is in the pool for 14 days; then those who did not stop return by themselves', async () => {
    const { projectId } = await buildMatching(server, { plan: { places: 2 } })
    const mentorId = await buildScreened(projectId, { role: 'Mentor' })
    const menteeId = await buildScreened(projectId)
    const { mentorshipId } = await inTransaction(server.app.world, log, (ctx) =>
      startMentorship(ctx, {
        projectId,
        groupType: '1to1',
        mentorId,
        menteeIds: [menteeId],
        pairManagerId: null,
        startedAt: ctx.now(),
      }),
    )
    expect(await seekerOf(mentorId)).toBeDefined()
    await server.ask(staff, beginFarewell, { params: { id: mentorshipId }, body: { why: 'mentee_stops' } })
    await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, mentorshipId))
    const seek = (personId: number) => server.ask(staff, setSeeker, { params: { personId }, body: { isSeeking: true } })
    try {
      for (const days of [0, 13]) {
        server.clock.advance((days * DAY_MS) / 1000)
        await markSecondFactor(server, staff)
        for (const who of [mentorId, menteeId]) {
          await inTransaction(server.app.world, log, (ctx) => reviewSeeker(ctx, who))
          expect(await seekerOf(who)).toBeUndefined()
        }
        expect(await seek(menteeId)).toMatchObject({ status: 409, body: { code: 'matching.rests' } })
      }
      server.clock.advance((2 * DAY_MS) / 1000)
      for (const who of [mentorId, menteeId]) await inTransaction(server.app.world, log, (ctx) => reviewSeeker(ctx, who))
      expect([(await seekerOf(mentorId))?.part, await seekerOf(menteeId)]).toEqual(['mentor', undefined])
      await markSecondFactor(server, staff)
      expect((await seek(menteeId)).status).toBe(200)
    } finally {
      server.clock.reset()
      await markSecondFactor(server, staff)
    }
  })

  test('[TOD-09] a mentor who stops, or whose pair ended for safety, leaves the pool in spite of another place', async () => {
    for (const why of ['mentor_stops', 'unsafe'] as const) {
      const { projectId } = await buildMatching(server, { plan: { places: 2 } })
      const mentorId = await buildScreened(projectId, { role: 'Mentor' })
      const menteeId = await buildScreened(projectId)
      const { mentorshipId } = await inTransaction(server.app.world, log, (ctx) =>
        startMentorship(ctx, {
          projectId,
          groupType: '1to1',
          mentorId,
          menteeIds: [menteeId],
          pairManagerId: null,
          startedAt: ctx.now(),
        }),
      )
      await server.ask(staff, beginFarewell, { params: { id: mentorshipId }, body: { why, note: 'What happened.' } })
      await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, mentorshipId))
      try {
        server.clock.advance((15 * DAY_MS) / 1000)
        await inTransaction(server.app.world, log, (ctx) => reviewSeeker(ctx, mentorId))
        expect(await seekerOf(mentorId)).toBeUndefined()
      } finally {
        server.clock.reset()
        await markSecondFactor(server, staff)
      }
    }
  })

  test('[TOD-09] a run leaves out who rests after a farewell', async () => {
    const { projectId } = await buildMatching(server)
    const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
    const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
    const until = new Date(server.clock.now().getTime() + DAY_MS)
    await server.db.insertInto('match_rest').values({ person_id: mentorId, until }).execute()
    const poolAt = async (now: Date) => (await findPool(server.db, projectId, now)).map(({ personId }) => personId)
    expect(await poolAt(server.clock.now())).toEqual([menteeId])
    expect((await poolAt(until)).toSorted((a, b) => a - b)).toEqual([mentorId, menteeId].toSorted((a, b) => a - b))
  })

  test('keeps the approval and places of a mentor', async () => {
    const { projectId } = await buildMatching(server, { plan: { places: 2 } })
    const mentorId = await buildSeeker(server, { projectId, part: 'mentor', places: 3 })
    await setDisabled(mentorId, true)
    expect(await seekerOf(mentorId)).toBeUndefined()
    await setDisabled(mentorId, false)
    const { body } = await server.ask(staff, setSeeker, { params: { personId: mentorId }, body: {} })
    expect(body.seeker).toMatchObject({ person: mentorId, isApproved: true, places: 3 })
  })

  test('does not re-add a person who is matched during a concurrent review', async () => {
    const { projectId } = await buildMatching(server)
    const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
    const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
    const offer = await buildOffer(server, { mentorId, menteeId, state: 'chosen' })
    const { domains } = server.app.world
    let hasStarted = false
    const wait = Promise.withResolvers<void>()
    server.app.world.domains = [
      ...domains,
      {
        name: 'test',
        listeners: {
          'mentorship.started': async () => {
            hasStarted = true
            await wait.promise
          },
        },
      },
    ]
    try {
      const yes = server.ask(mentorId, setMatchStatus, { body: { interestSet: [{ id: offer, interestStatus: 'INTERESTED' }] } })
      await vi.waitUntil(() => hasStarted, { timeout: 30_000 })
      const looking = inTransaction(server.app.world, log, (ctx) => reviewSeeker(ctx, menteeId))
      await vi.waitUntil(isSomebodyWaiting, { timeout: 40_000 })
      wait.resolve()
      expect((await yes).body).toEqual({ status: 'SUCCESS' })
      await looking
    } finally {
      wait.resolve()
      server.app.world.domains = domains
    }
    expect([await seekerOf(menteeId), await statusOf(menteeId)]).toEqual([undefined, null])
  })

  test('removes the mentor of an active group', async () => {
    const { projectId } = await buildMatching(server, { groupType: '1toM' })
    const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
    const menteeIds = [
      await buildSeeker(server, { projectId, part: 'mentee' }),
      await buildSeeker(server, { projectId, part: 'mentee' }),
    ]
    await inTransaction(server.app.world, log, (ctx) =>
      startMentorship(ctx, { projectId, groupType: '1toM', mentorId, menteeIds, pairManagerId: null, startedAt: ctx.now() }),
    )
    for (const who of [mentorId, ...menteeIds]) expect(await seekerOf(who)).toBeUndefined()
    await setFlags(mentorId, 'use')
    expect(await seekerOf(mentorId)).toBeUndefined()
  })

  test('does not remove a person for other flag changes, even without survey answers', async () => {
    const { projectId } = await buildMatching(server)
    const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
    await server.db.deleteFrom('stage_answer').where('person_id', '=', menteeId).execute()
    await setFlags(menteeId, 'use')
    expect(await seekerOf(menteeId)).toMatchObject({ answers: { languages: ['hindi', 'english'] } })
  })
})
