import { DAY_MS, HOUR_MS, MINUTE_MS } from '@saathi/contract/core/time'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, type PublicCtx } from '#core/ctx.ts'
import { moveClock } from '#core/jobs/move-clock.ts'
import { buildGroups, buildPairs, choiceClient } from '../../../test/match-choices.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildMatching, buildSeeker } from '../../../test/matching.ts'
import { postponeGroup } from '../groups/groups.ts'
import { issueOffers } from './issue.ts'

const soon = { timeout: 40_000, interval: 50 }
const log = pino({ level: 'silent' })
const monday = new Date('2026-11-02T12:00:00+05:30')

let server: TestServer
let match: ReturnType<typeof choiceClient>
beforeEach(async () => {
  server = await startTestServer()
  server.clock.set(monday)
  match = choiceClient(server)
})
afterEach(() => server.stop())

const inOne = <T>(work: (ctx: PublicCtx) => Promise<T>) => inTransaction(server.app.world, log, work)
const setClock = (time: Date) => moveClock(server.db, server.clock, () => server.clock.set(time))
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)
const runJobs = () => server.app.startJobs(server.url)
async function jobs(name: string, state: 'created' | 'completed') {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs.job where name = ${name} and state::text = ${state}`.execute(server.db)
  return rows[0]?.n ?? 0
}
const done = (name: string) => () => jobs(name, 'completed')

type Plan = NonNullable<Parameters<typeof buildMatching>[1]>['plan']

/** Issues offers like a run does, so that their jobs are scheduled. */
async function buildIssued({
  groupType = '1to1',
  mentors = 1,
  plan = {},
}: {
  groupType?: '1to1' | '1toM'
  mentors?: number
  plan?: Plan
}) {
  const { projectId } = await buildMatching(server, { groupType, plan: plan ?? {} })
  const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
  const mentorIds: number[] = []
  for (let at = 0; at < mentors; at += 1) mentorIds.push(await buildSeeker(server, { projectId, part: 'mentor' }))
  const offers = mentorIds.map((mentorId) => ({ mentorId, menteeId, score: 50, reasons: [] }))
  const ids = await inOne((ctx) => issueOffers(ctx, projectId, offers))
  const { turned_at: turnStartedAt, expires_at: expiresAt } = await match.offer(ids[0] ?? 0)
  return {
    projectId,
    menteeId,
    mentorId: mentorIds[0] ?? 0,
    mentorIds,
    ids,
    id: ids[0] ?? 0,
    turnStartedAt,
    expiresAt: expiresAt ?? turnStartedAt,
  }
}
const reminders = async (who: number) =>
  (await match.titlesOf(who)).filter((title) => title === 'A match is waiting for your choice').length
const found = async (who: number) => (await match.titlesOf(who)).filter((title) => /^We found .* for you$/.test(title)).length
const notMade = 'It didn’t work out this time, and we keep looking'

describe('an offer that nobody answers', () => {
  test('[MAT-07] expires after the plan’s hours; both return to the pool and may be offered again', async () => {
    const { id, menteeId, mentorId, turnStartedAt, expiresAt } = await buildIssued({})
    expect(expiresAt).toEqual(later(turnStartedAt, 72 * HOUR_MS))
    await runJobs()
    await setClock(later(expiresAt, -MINUTE_MS))
    expect(await match.stateOf(id)).toBe('issued')
    await setClock(later(expiresAt, 1000))
    await expect.poll(() => match.stateOf(id), soon).toBe('expired')
    expect(await match.offer(id)).toMatchObject({ ended_by: 'mentee', chosen_at: null, expires_at: expiresAt })
    expect(await match.statusOf(menteeId)).toBe('READY')
    expect([await match.isSeeking(menteeId), await match.isSeeking(mentorId)]).toEqual([true, true])
    expect(await match.titlesOf(menteeId)).not.toContain(notMade)
  })

  test('[MAT-07] by the mentor expires at the end of the mentor’s turn; the mentee is released and notified kindly', async () => {
    const { id, menteeId, mentorId, expiresAt } = await buildIssued({})
    await setClock(later(expiresAt, -HOUR_MS))
    await match.choose(menteeId, [id, 'INTERESTED'])
    await runJobs()
    await setClock(later(expiresAt, MINUTE_MS))
    await expect.poll(done('matching.expire'), soon).toBe(1)
    expect(await match.stateOf(id)).toBe('chosen')
    const { expires_at: mentorsEnd, chosen_at } = await match.offer(id)
    await setClock(later(mentorsEnd ?? expiresAt, 1000))
    await expect.poll(() => match.stateOf(id), soon).toBe('expired')
    expect(await match.offer(id)).toMatchObject({ ended_by: 'mentor', chosen_at })
    expect(await match.statusOf(menteeId)).toBe('READY')
    expect(await match.titlesOf(menteeId)).toContain(notMade)
    expect(await match.answer(mentorId, [id, 'INTERESTED'])).toBe('409 matching.over')
  })

  test('[MAT-07] for a group expires on the mentor’s side', async () => {
    const { id, menteeId, mentorId, expiresAt } = await buildIssued({ groupType: '1toM' })
    await runJobs()
    await setClock(later(expiresAt, 1000))
    await expect.poll(() => match.stateOf(id), soon).toBe('expired')
    expect(await match.offer(id)).toMatchObject({ ended_by: 'mentor', chosen_at: null })
    expect(await match.titlesOf(menteeId)).toEqual([])
    expect(await match.statusOf(mentorId)).toBe('READY')
  })

  test('[MAT-07] expires once at the next start if the server was down', async () => {
    const { ids, id, menteeId, expiresAt } = await buildIssued({ mentors: 3 })
    await setClock(later(expiresAt, 3 * DAY_MS))
    expect(await match.stateOf(id)).toBe('issued')
    await runJobs()
    await expect.poll(() => match.statesOf(ids), soon).toEqual(['expired', 'expired', 'expired'])
    await expect.poll(done('matching.remind'), soon).toBe(1)
    expect(await jobs('matching.expire', 'completed')).toBe(1)
    expect(await reminders(menteeId)).toBe(0)
    // A run that started afterwards must not count.
    expect(await jobs('matching.expire', 'created')).toBe(0)
  })

  test('[MAT-07] stays open if it is answered in time', async () => {
    const { id, menteeId, mentorId, expiresAt } = await buildIssued({})
    await match.choose(menteeId, [id, 'INTERESTED'])
    await match.choose(mentorId, [id, 'INTERESTED'])
    await setClock(later(expiresAt, DAY_MS))
    await runJobs()
    await expect.poll(done('matching.expire'), soon).toBe(2)
    expect(await match.stateOf(id)).toBe('success')
    expect(await reminders(menteeId)).toBe(0)
  })
})

describe('a reminder', () => {
  test('is sent a day before, once for all offers, to the person whose turn it is', async () => {
    const { menteeId, mentorId, expiresAt } = await buildIssued({ mentors: 3 })
    await runJobs()
    await setClock(later(expiresAt, -DAY_MS - MINUTE_MS))
    expect(await reminders(menteeId)).toBe(0)
    await setClock(later(expiresAt, -DAY_MS + MINUTE_MS))
    await expect.poll(() => reminders(menteeId), soon).toBe(1)
    await expect.poll(done('matching.remind'), soon).toBe(1)
    expect(await reminders(menteeId)).toBe(1)
    expect(await reminders(mentorId)).toBe(0)
  })

  test('goes to the mentor once a mentee has chosen, and not to people who have answered', async () => {
    const { id, menteeId, mentorId, expiresAt } = await buildIssued({})
    await setClock(later(monday, HOUR_MS))
    await match.choose(menteeId, [id, 'INTERESTED'])
    await runJobs()
    await setClock(later(expiresAt, -DAY_MS + MINUTE_MS))
    await expect.poll(done('matching.remind'), soon).toBe(1)
    expect([await reminders(menteeId), await reminders(mentorId)]).toEqual([0, 0])
    await setClock(later(expiresAt, -DAY_MS + 2 * HOUR_MS))
    await expect.poll(() => reminders(mentorId), soon).toBe(1)
    expect(await reminders(menteeId)).toBe(0)
  })

  test('is not sent if there is little more than a day to decide', async () => {
    await buildIssued({ plan: { expiry_hours: 30 } })
    expect(await jobs('matching.remind', 'created')).toBe(0)
    await buildIssued({ plan: { expiry_hours: 31 } })
    expect(await jobs('matching.remind', 'created')).toBe(1)
  })
})

test('the first side gets one notice for any number of new offers', async () => {
  const pair = await buildIssued({ mentors: 3 })
  const group = await buildIssued({ groupType: '1toM' })
  await runJobs()
  await expect.poll(() => found(pair.menteeId), soon).toBe(1)
  await expect.poll(() => found(group.mentorId), soon).toBe(1)
  expect([await found(pair.mentorId), await found(group.menteeId)]).toEqual([0, 0])
})

describe('a group on its start date', () => {
  async function buildFormingGroup(members: number, plan: Plan = { group_minimum: 3 }) {
    const built = await buildGroups(server, { mentees: members, plan: plan ?? {} })
    await match.choose(built.mentorId, ...built.menteeIds.map((_, at) => [built.offerOf(at), 'INTERESTED'] as const))
    const group = () =>
      server.db.selectFrom('match_group').selectAll().where('mentor_id', '=', built.mentorId).executeTakeFirstOrThrow()
    return { ...built, group }
  }

  test('[MAT-07] starts once, if it has enough members', async () => {
    const { mentorId, menteeIds, group } = await buildFormingGroup(3)
    await runJobs()
    const { starts_at: startsAt } = await group()
    await setClock(later(startsAt, -MINUTE_MS))
    expect((await group()).ended_at).toBeNull()
    await setClock(later(startsAt, 1000))
    await expect.poll(async () => (await match.mentorshipsOf(mentorId)).length, soon).toBe(1)
    for (const menteeId of menteeIds) expect(await match.mentorshipsOf(menteeId)).toHaveLength(1)
    expect(await match.titlesOf(menteeIds[0] ?? 0)).toContain('Meet Person, your mentor')
  })

  test('[MAT-07] waits for staff if it has too few members: everybody keeps their place and is notified', async () => {
    const { mentorId, menteeIds, group } = await buildFormingGroup(2)
    await runJobs()
    await setClock(later((await group()).starts_at, 1000))
    await expect.poll(async () => (await group()).stalled_at, soon).not.toBeNull()
    for (const personId of [mentorId, ...menteeIds]) {
      expect(await match.statusOf(personId)).toBe('GROUP_HOLD')
      expect(await match.titlesOf(personId)).toContain('Your group begins a little later')
    }
    const { id } = await group()
    await inOne((ctx) => postponeGroup(ctx, id))
    const again = (await group()).starts_at
    expect(again.getTime()).toBeGreaterThan(server.clock.now().getTime() + 4.9 * DAY_MS)
    await setClock(later(again, 1000))
    await expect.poll(async () => (await group()).stalled_at, soon).not.toBeNull()
  })

  test('[MAT-07] starts after the server was down', async () => {
    const { mentorId, group } = await buildFormingGroup(3)
    await setClock(later((await group()).starts_at, 2 * DAY_MS))
    await runJobs()
    await expect.poll(async () => (await match.mentorshipsOf(mentorId)).length, soon).toBe(1)
    await expect.poll(done('matching.start_group'), soon).toBe(1)
    expect(await match.mentorshipsOf(mentorId)).toHaveLength(1)
  })
})

test('[MAT-07] a choice after the expiry time is refused, even before the job has run', async () => {
  const { menteeId, offerOf } = await buildPairs(server, {})
  const { expires_at: expiresAt } = await match.offer(offerOf(0, 0))
  await setClock(later(expiresAt ?? monday, 1000))
  expect(await match.answer(menteeId, [offerOf(0, 0), 'INTERESTED'])).toBe('409 matching.over')
})
