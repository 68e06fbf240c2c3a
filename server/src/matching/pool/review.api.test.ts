import { HOUR_MS } from '@saathi/contract/core/time'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { choiceClient } from '../../../test/match-choices.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { plainAnswers, testCriteria } from '../../../test/match-criteria.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../../../test/matching.ts'
import { enqueueReviews } from './pool.ts'
import { enqueueOverdueExpiries } from '../offers/turn.ts'

const soon = { timeout: 40_000, interval: 50 }
const log = pino({ level: 'silent' })
let server: TestServer
let match: ReturnType<typeof choiceClient>
beforeAll(async () => {
  server = await startTestServer()
  match = choiceClient(server)
  await server.app.startJobs(server.url)
})
afterAll(() => server.stop())

const review = () => inTransaction(server.app.world, log, (ctx) => enqueueReviews(ctx))

test('a new plan adds everybody who has already answered, in any number', async () => {
  const { projectId } = await buildMatching(server)
  const people: number[] = []
  for (let at = 0; at < 60; at += 1) people.push(await buildSeeker(server, { projectId, part: 'mentee' }))
  await server.db.deleteFrom('match_seeker').where('project_id', '=', projectId).execute()
  await review()
  const seeking = () => server.db.selectFrom('match_seeker').select('person_id').where('project_id', '=', projectId).execute()
  await expect.poll(async () => (await seeking()).length, soon).toBe(people.length)
})

test('a new criterion uses existing answers and keeps the waiting time', async () => {
  const { projectId } = await buildMatching(server)
  const since = new Date('2026-01-05T00:00:00Z')
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee', since })
  const { goals: _goals, ...older } = plainAnswers
  await server.db
    .updateTable('match_seeker')
    .set({ answers: JSON.stringify(older) })
    .where('person_id', '=', menteeId)
    .execute()
  await review()
  const seeker = () => server.db.selectFrom('match_seeker').selectAll().where('person_id', '=', menteeId).executeTakeFirst()
  await expect.poll(async () => (await seeker())?.answers, soon).toEqual(plainAnswers)
  expect((await seeker())?.since).toEqual(since)
})

test('removing a plan removes everybody from the pool', async () => {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const placed = await buildSeeker(server, { projectId, part: 'mentee' })
  const shown = await buildSeeker(server, { projectId, part: 'mentee' })
  const { id: groupId } = await buildGroup(server, { mentorId, menteeIds: [placed] })
  const offer = await buildOffer(server, { mentorId, menteeId: shown })
  await server.db.deleteFrom('match_plan').where('project_id', '=', projectId).execute()
  await review()
  for (const who of [mentorId, placed, shown]) {
    await expect.poll(() => match.isSeeking(who), soon).toBe(false)
    await expect.poll(() => match.statusOf(who), soon).toBeNull()
  }
  expect(await match.stateOf(offer)).toBe('withdrawn')
  const group = server.db.selectFrom('match_group').select('ended_at').where('id', '=', groupId)
  expect((await group.executeTakeFirstOrThrow()).ended_at).toBeInstanceOf(Date)
})

test('changing the group type withdraws open offers', async () => {
  const { projectId } = await buildMatching(server, { criteria: testCriteria })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  const offer = await buildOffer(server, { mentorId, menteeId, state: 'chosen' })
  await server.db.updateTable('project').set({ group_type: '1toM' }).where('id', '=', projectId).execute()
  await review()
  await expect.poll(() => match.stateOf(offer), soon).toBe('withdrawn')
  expect(await match.statusOf(menteeId)).toBe('READY')
})

test('offers that expired long ago and were never ended are ended', async () => {
  const { projectId } = await buildMatching(server)
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  const expiresAt = new Date(server.clock.now().getTime() - 2 * HOUR_MS)
  const offer = await buildOffer(server, { mentorId, menteeId, state: 'chosen', expiresAt })
  await inTransaction(server.app.world, log, (ctx) => enqueueOverdueExpiries(ctx))
  await expect.poll(() => match.stateOf(offer), soon).toBe('expired')
})
