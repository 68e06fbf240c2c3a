import { chooseNotices, listNotices } from '@saathi/contract/notices/calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { inTransaction } from '#core/ctx.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { insertOtherMentorship } from '../../../test/match-choices.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../../../test/matching.ts'
import { issueLaterJob } from '../offers/issue.ts'
import { Reasons } from '../offer.ts'
import { runAllJob } from './job.ts'
import { requestRun } from './request-run.ts'
import { runMatching } from './run.ts'
import { notifyMatchesFound } from '../notify.ts'

const log = pino({ level: 'silent' })
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const run = (projectId: number, dryRun = false) =>
  inTransaction(server.app.world, log, (ctx) => runMatching(ctx, projectId, { dryRun }))

const offersOf = (projectId: number) =>
  server.db.selectFrom('match_offer').selectAll().where('project_id', '=', projectId).orderBy('id').execute()

const pairsIn = async (projectId: number) =>
  (await offersOf(projectId)).map(({ mentor_id: mentor, mentee_id: mentee, state }) => ({ mentor, mentee, state }))

/** Creates a mentor and a mentee who fit each other. */
async function buildTwo(changes: Parameters<typeof buildMatching>[1] = {}) {
  const { projectId, projectKey } = await buildMatching(server, changes)
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  return { projectId, projectKey, mentorId, menteeId }
}

test('[MAT-08] a dry run shows what would be offered and writes nothing', async () => {
  const { projectId, projectKey, mentorId, menteeId } = await buildTwo()
  const shown = await run(projectId, true)
  expect(shown).toMatchObject({ project: projectKey, isDryRun: true, mentors: 1, mentees: 1, proposalCount: 1, leftOverCount: 0 })
  expect(shown.proposals).toMatchObject([{ mentor: mentorId, mentee: menteeId, score: 100 }])
  expect(await offersOf(projectId)).toEqual([])
})

test('[MAT-08] a run makes offers from the answers, with reasons whose points sum to the score', async () => {
  const { projectId } = await buildMatching(server)
  await buildSeeker(server, { projectId, part: 'mentor', answers: { goals: ['money'], city: ['delhi'] } })
  await buildSeeker(server, { projectId, part: 'mentee', answers: { goals: ['money', 'speak-up'] } })
  expect(await run(projectId)).toMatchObject({ isDryRun: false, proposalCount: 1 })
  const [offer] = await offersOf(projectId)
  // One goal and the time are shared: 5 + 3 of 2 x 5 for goals, 3 for times and 1 for the city.
  expect(offer).toMatchObject({ state: 'issued', score: 57, made_by: null })
  expect(Reasons.parse(offer?.reasons)).toMatchObject([
    { key: 'languages', points: 0, shared: ['hindi', 'english'] },
    { key: 'goals', points: 36, shared: ['money'], mentor: ['money'], mentee: ['money', 'speak-up'] },
    { key: 'free-times', points: 21 },
    { key: 'city', points: 0, shared: [] },
  ])
})

test('[MAT-08] a second run repeats no open offer, and people with open offers are not left over', async () => {
  const { projectId } = await buildTwo()
  await run(projectId)
  expect(await run(projectId)).toMatchObject({ proposalCount: 0, leftOverCount: 0 })
  expect(await offersOf(projectId)).toHaveLength(1)
})

test('[PLT-02] new matches send a notice of their own kind, unless that kind is switched off', async () => {
  const [notified, muted] = [await buildTwo(), await buildTwo()]
  const off = { kind: 'matches', inApp: false, email: false, push: false } as const
  await server.ask(muted.menteeId, chooseNotices, { body: off })
  const noticesOf = async (personId: number) =>
    (await server.ask(personId, listNotices, { query: {} })).body.notices.map(({ kind, title, link }) => ({ kind, title, link }))
  const people = [notified, muted].map(({ menteeId: personId }) => ({ personId, count: 3, groupType: '1to1' as const }))
  await inTransaction(server.app.world, log, (ctx) => notifyMatchesFound(ctx, people, server.clock.now()))
  expect(await noticesOf(notified.menteeId)).toEqual([
    { kind: 'matches', title: 'We found 3 mentors for you', link: '/mentorship' },
  ])
  expect(await noticesOf(muted.menteeId)).toEqual([])
})

test('with staff review a run publishes nothing', async () => {
  const { projectId } = await buildTwo({ plan: { needs_review: true } })
  await run(projectId)
  expect(await offersOf(projectId)).toMatchObject([{ state: 'proposed', expires_at: null }])
})

test('[MAT-08] pairs that were rejected, matched, left to expire or kept apart are never offered again', async () => {
  const { projectId, mentorId, menteeId } = await buildTwo({ plan: { places: 10, shortlist: 5 } })
  const build = () => buildSeeker(server, { projectId, part: 'mentee' })
  const [refused, waited, matchedBefore, withdrawn] = [await build(), await build(), await build(), await build()]
  await buildOffer(server, { mentorId, menteeId: refused, state: 'rejected', endedBy: 'mentee' })
  await buildOffer(server, { mentorId, menteeId: waited, state: 'expired', endedBy: 'mentor', chosenAt: server.clock.now() })
  await buildOffer(server, { mentorId, menteeId: withdrawn, state: 'withdrawn' })
  const now = server.clock.now()
  await server.db
    .insertInto('match_apart')
    .values({ mentor_id: mentorId, mentee_id: menteeId, reason: 'Family', created_at: now })
    .execute()
  const { id: mentorshipId } = await server.db
    .insertInto('mentorship')
    .values({ project_id: projectId, group_type: '1to1', started_at: now, ended_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const was = { mentorship_id: mentorshipId, joined_at: now, left_at: now }
  await server.db
    .insertInto('mentorship_member')
    .values([
      { ...was, person_id: mentorId, part: 'mentor' },
      { ...was, person_id: matchedBefore, part: 'mentee' },
    ])
    .execute()
  const { proposals, leftOver } = await run(projectId, true)
  expect(proposals.map(({ mentee }) => mentee)).toEqual([withdrawn])
  expect(leftOver.map(({ person, reason, criterion }) => ({ person, reason, criterion }))).toEqual(
    [menteeId, refused, waited, matchedBefore].map((person) => ({ person, reason: 'nobody_fits', criterion: null })),
  )
})

test('an unapproved mentor is left over only if the programme requires approval', async () => {
  const restricted = await buildMatching(server, { plan: { needs_approval: true } })
  const mentorId = await buildSeeker(server, { projectId: restricted.projectId, part: 'mentor', approved: false })
  const menteeId = await buildSeeker(server, { projectId: restricted.projectId, part: 'mentee' })
  expect((await run(restricted.projectId)).leftOver).toMatchObject([
    { person: menteeId, part: 'mentee', reason: 'nobody_fits', criterion: 'languages' },
    { person: mentorId, part: 'mentor', reason: 'not_approved', criterion: null },
  ])
  const free = await buildMatching(server)
  await buildSeeker(server, { projectId: free.projectId, part: 'mentor', approved: false })
  await buildSeeker(server, { projectId: free.projectId, part: 'mentee' })
  expect(await run(free.projectId)).toMatchObject({ proposalCount: 1, leftOverCount: 0 })
})

test('[MAT-08] a mentor is offered to as many mentees per free place as the plan allows, longest waiting first', async () => {
  const { projectId } = await buildMatching(server, { plan: { exposure: 2 } })
  const now = server.clock.now().getTime()
  const mentees = []
  for (const days of [1, 5, 3]) {
    mentees.push(await buildSeeker(server, { projectId, part: 'mentee', since: new Date(now - days * DAY_MS) }))
  }
  const mentor = await buildSeeker(server, { projectId, part: 'mentor' })
  const { leftOver } = await run(projectId)
  expect(await pairsIn(projectId)).toEqual([mentees[1], mentees[2]].map((mentee) => ({ mentor, mentee, state: 'issued' })))
  expect(leftOver).toMatchObject([{ person: mentees[0], reason: 'all_taken' }])
})

test('a mentee who waits for a mentor gets no further offers, and a chosen place of a mentor is not free', async () => {
  const { projectId, mentorId, menteeId } = await buildTwo()
  await buildOffer(server, { mentorId, menteeId, state: 'chosen' })
  const second = await buildSeeker(server, { projectId, part: 'mentor' })
  const other = await buildSeeker(server, { projectId, part: 'mentee' })
  const { proposals } = await run(projectId, true)
  expect(proposals).toMatchObject([{ mentor: second, mentee: other }])
})

test('[MAT-08] a group is offered only to mentees who are compatible with its members', async () => {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor', answers: { languages: ['hindi', 'tamil'] } })
  const member = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['tamil'] } })
  const fitting = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['tamil', 'hindi'] } })
  const clashing = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['hindi'] } })
  await buildGroup(server, { mentorId, menteeIds: [member] })
  const { proposals, leftOver } = await run(projectId)
  expect(proposals).toMatchObject([{ mentor: mentorId, mentee: fitting }])
  expect(leftOver).toMatchObject([{ person: clashing, reason: 'nobody_fits', criterion: null }])
})

test('people with a closed account are left out', async () => {
  const { projectId, mentorId } = await buildTwo()
  await server.db.updateTable('person').set({ disabled_at: server.clock.now() }).where('id', '=', mentorId).execute()
  expect(await run(projectId)).toMatchObject({ mentors: 0, mentees: 1, proposalCount: 0 })
})

test('[MAT-08] a run reports fairness by language and programme, including open offers', async () => {
  const { projectId, projectKey, mentorId, menteeId } = await buildTwo()
  await buildOffer(server, { mentorId, menteeId, score: 40 })
  await buildSeeker(server, { projectId, part: 'mentee', language: 'hi', answers: { languages: ['marathi'] } })
  expect((await run(projectId, true)).fairness).toMatchObject([
    { attribute: 'language', value: 'en', mentees: 1, matched: 1, matchRate: 100, meanScore: 40 },
    { attribute: 'language', value: 'hi', mentees: 1, matched: 0, matchRate: 0, meanScore: null },
    { attribute: 'programme', value: projectKey, mentees: 2, matched: 1, matchRate: 50, meanScore: 40 },
  ])
})

test('a programme without a matching plan is refused', async () => {
  await expect(run(4_000_000)).rejects.toMatchObject({ code: 'matching.no_plan', status: 404 })
})

test('a mentee in a mentorship is left out, even while still in the pool', async () => {
  const { projectId, menteeId } = await buildTwo()
  await insertOtherMentorship(server, menteeId)
  expect(await run(projectId, true)).toMatchObject({ mentors: 1, mentees: 0, proposalCount: 0 })
})

test('repeated requests schedule one run, which makes offers', async () => {
  const { projectId, mentorId, menteeId } = await buildTwo()
  for (let times = 0; times < 3; times += 1) await inTransaction(server.app.world, log, (ctx) => requestRun(ctx, projectId))
  const { rows } = await server.pool.query(
    `select start_after, state from jobs.job where name = 'matching.run' and data->>'projectId' = $1`,
    [String(projectId)],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].start_after.getTime() - server.clock.now().getTime()).toBeLessThanOrEqual(20 * 60_000)
  await moveClock(server.db, server.clock, () => server.clock.advance(20 * 60))
  await server.app.startJobs(server.url)
  const made = [{ mentor: mentorId, mentee: menteeId, state: 'issued' }]
  await expect.poll(() => pairsIn(projectId), { timeout: 40_000 }).toEqual(made)
})

test('[TOD-12] a run requested in a programme that is then closed makes no offers', async () => {
  const { projectId } = await buildTwo()
  const open = await buildTwo()
  for (const each of [projectId, open.projectId]) await inTransaction(server.app.world, log, (ctx) => requestRun(ctx, each))
  await server.db.updateTable('project').set({ is_disabled: true }).where('id', '=', projectId).execute()
  await moveClock(server.db, server.clock, () => server.clock.advance(20 * 60))
  await server.app.startJobs(server.url)
  const state = async (id: number) => {
    const jobs = `select state from jobs.job where name = 'matching.run' and data->>'projectId' = $1`
    return (await server.pool.query(jobs, [String(id)])).rows.map((row) => row.state)
  }
  for (const each of [projectId, open.projectId]) await expect.poll(() => state(each), { timeout: 40_000 }).toEqual(['completed'])
  expect(await pairsIn(open.projectId)).toHaveLength(1)
  expect(await pairsIn(projectId)).toEqual([])
})

test('the nightly run and a run requested for the same time happen as one', async () => {
  const { projectId } = await buildTwo()
  await moveClock(server.db, server.clock, () => server.clock.set(new Date('2027-03-01T04:24:00+05:30')))
  await inTransaction(server.app.world, log, (ctx) => requestRun(ctx, projectId))
  await moveClock(server.db, server.clock, () => server.clock.set(new Date('2027-03-01T04:31:00+05:30')))
  await inTransaction(server.app.world, log, (ctx) => ctx.enqueue(runAllJob, {}))
  await server.app.startJobs(server.url)
  const jobs = (name: string) => server.pool.query(`select state, data from jobs.job where name = $1`, [name])
  await expect
    .poll(async () => (await jobs('matching.run_all')).rows.some(({ state }) => state === 'completed'), { timeout: 40_000 })
    .toBe(true)
  const runs = (await jobs('matching.run')).rows.filter(({ data }) => data.projectId === projectId)
  expect(runs).toHaveLength(1)
})

test('the later batches of a large run skip people who have left or changed their answers', async () => {
  const { projectId, mentorId, menteeId } = await buildTwo()
  const changed = await buildSeeker(server, { projectId, part: 'mentee', answers: { languages: ['tamil'] } })
  const gone = await server.buildPerson()
  const pairs = [menteeId, changed, gone].map((mentee): [number, number] => [mentorId, mentee])
  await server.app.startJobs(server.url)
  await inTransaction(server.app.world, log, (ctx) => ctx.enqueue(issueLaterJob, { projectId, pairs }))
  const made = [{ mentor: mentorId, mentee: menteeId, state: 'issued' }]
  await expect.poll(() => pairsIn(projectId), { timeout: 40_000 }).toEqual(made)
  expect(await offersOf(projectId)).toMatchObject([{ score: 100 }])
})
