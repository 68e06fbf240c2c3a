import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, type PublicCtx } from '#core/ctx.ts'
import { choiceClient, insertOtherMentorship } from '../../../test/match-choices.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../../../test/matching.ts'
import { issueOffers, publishOffers } from './issue.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let match: ReturnType<typeof choiceClient>
beforeAll(async () => {
  server = await startTestServer()
  match = choiceClient(server)
})
afterAll(() => server.stop())

const inOne = <T>(work: (ctx: PublicCtx) => Promise<T>) => inTransaction(server.app.world, log, work)
const pairOf = (mentorId: number, menteeId: number) => ({ mentorId, menteeId, score: 60, reasons: [] })
const issue = (projectId: number, ...pairs: readonly (readonly [number, number])[]) =>
  inOne((ctx) =>
    issueOffers(
      ctx,
      projectId,
      pairs.map(([mentorId, menteeId]) => pairOf(mentorId, menteeId)),
    ),
  )

async function buildPool(
  { mentors = 1, mentees = 1, places = 1 } = {},
  changes: Parameters<typeof buildMatching>[1] = {},
): Promise<{ projectId: number; mentorIds: number[]; menteeIds: number[]; mentorId: number; menteeId: number }> {
  const { projectId } = await buildMatching(server, changes)
  const mentorIds: number[] = []
  for (let at = 0; at < mentors; at += 1) mentorIds.push(await buildSeeker(server, { projectId, part: 'mentor', places }))
  const menteeIds: number[] = []
  for (let at = 0; at < mentees; at += 1) menteeIds.push(await buildSeeker(server, { projectId, part: 'mentee' }))
  return { projectId, mentorIds, menteeIds, mentorId: mentorIds[0] ?? 0, menteeId: menteeIds[0] ?? 0 }
}

test('an offer alias reveals nobody, and the first side receives a live event at once', async () => {
  const { projectId, mentorId, menteeId } = await buildPool()
  const before = server.delivered.length
  const [id = 0] = await issue(projectId, [mentorId, menteeId])
  expect(await match.offer(id)).toMatchObject({
    state: 'issued',
    alias: expect.stringMatching(/^match-[0-9a-f-]{36}@match\.invalid$/),
  })
  const receivers = server.delivered.slice(before).flatMap((delivery) => ('to' in delivery ? delivery.to : []))
  expect([receivers.includes(menteeId), receivers.includes(mentorId)]).toEqual([true, false])
})

test('a pair that has an open offer gets no second one', async () => {
  const { projectId, mentorId, menteeId } = await buildPool()
  expect(await issue(projectId, [mentorId, menteeId])).toHaveLength(1)
  expect(await issue(projectId, [mentorId, menteeId])).toEqual([])
})

describe('issueOffers skips', () => {
  test('people outside the pool, in another project, or already waiting for a mentor', async () => {
    const { projectId, mentorIds, menteeIds } = await buildPool({ mentors: 2, mentees: 2 })
    const [first = 0, second = 0] = mentorIds
    const [asha = 0, ravi = 0] = menteeIds
    const elsewhere = await buildPool()
    expect(await issue(projectId, [elsewhere.mentorId, asha], [first, elsewhere.menteeId])).toEqual([])
    await buildOffer(server, { mentorId: first, menteeId: asha, state: 'chosen' })
    expect(await issue(projectId, [second, asha])).toEqual([])
    await server.db.deleteFrom('match_seeker').where('person_id', '=', ravi).execute()
    expect(await issue(projectId, [second, ravi])).toEqual([])
  })

  test('pairs that are kept apart', async () => {
    const { projectId, mentorId, menteeId } = await buildPool()
    const apart = { mentor_id: mentorId, mentee_id: menteeId, reason: 'they are related', created_at: server.clock.now() }
    await server.db.insertInto('match_apart').values(apart).execute()
    expect(await issue(projectId, [mentorId, menteeId])).toEqual([])
  })

  test('pairs that were rejected, expired or matched since the run', async () => {
    const { projectId, mentorIds, menteeIds } = await buildPool({ mentors: 3, mentees: 2 })
    const [first = 0, second = 0, third = 0] = mentorIds
    const [menteeId = 0] = menteeIds
    await buildOffer(server, { mentorId: first, menteeId, state: 'rejected', endedBy: 'mentee' })
    await buildOffer(server, { mentorId: second, menteeId, state: 'expired', endedBy: 'mentor', chosenAt: server.clock.now() })
    await buildOffer(server, { mentorId: third, menteeId, state: 'withdrawn' })
    const ids = await issue(projectId, [first, menteeId], [second, menteeId], [third, menteeId])
    expect(await Promise.all(ids.map((id) => match.stateOf(id)))).toEqual(['issued'])
  })

  test('unapproved mentors if approval is required, and mentees in a mentorship', async () => {
    const { projectId, mentorId, menteeIds } = await buildPool({ mentees: 2 }, { plan: { needs_approval: true } })
    const [busy = 0, free = 0] = menteeIds
    const unseen = await buildSeeker(server, { projectId, part: 'mentor', approved: false })
    await insertOtherMentorship(server, busy)
    expect(await issue(projectId, [unseen, free], [mentorId, busy])).toEqual([])
    expect(await issue(projectId, [mentorId, free])).toHaveLength(1)
  })

  test('offers beyond a mentee’s shortlist or a mentor’s exposure', async () => {
    const list = await buildPool({ mentors: 5 })
    const all = list.mentorIds.map((mentorId) => [mentorId, list.menteeId] as const)
    expect(await issue(list.projectId, ...all)).toHaveLength(3)
    expect(await issue(list.projectId, ...all)).toEqual([])
    const shown = await buildPool({ mentees: 8, places: 2 })
    expect(await issue(shown.projectId, ...shown.menteeIds.map((menteeId) => [shown.mentorId, menteeId] as const))).toHaveLength(
      6,
    )
  })

  test('mentors without free places, and full groups', async () => {
    const pair = await buildPool({ mentees: 2 })
    const [asha = 0, ravi = 0] = pair.menteeIds
    await buildOffer(server, { mentorId: pair.mentorId, menteeId: asha, state: 'chosen' })
    expect(await issue(pair.projectId, [pair.mentorId, ravi])).toEqual([])
    const group = await buildPool({ mentees: 3 }, { groupType: '1toM', plan: { group_size: 2 } })
    await buildGroup(server, { mentorId: group.mentorId, menteeIds: group.menteeIds.slice(0, 2) })
    expect(await issue(group.projectId, [group.mentorId, group.menteeIds[2] ?? 0])).toEqual([])
  })

  test('offers by staff beyond the places, but not beyond the shortlist', async () => {
    const { projectId, mentorIds, menteeId } = await buildPool({ mentors: 4 })
    const staff = await server.buildPerson({ role: 'Admin' })
    await issue(projectId, ...mentorIds.slice(0, 3).map((mentorId) => [mentorId, menteeId] as const))
    const byHand = { ...pairOf(mentorIds[3] ?? 0, menteeId), madeBy: staff, madeBecause: 'they asked for it' }
    const [id = 0] = await inOne((ctx) => issueOffers(ctx, projectId, [byHand]))
    expect(await match.stateOf(id)).toBe('issued')
  })
})

describe('with staff review', () => {
  const review = { plan: { needs_review: true } }

  test('nobody sees an offer until it is published, and then its time starts', async () => {
    const { projectId, mentorId, menteeId } = await buildPool({}, review)
    const [id = 0] = await issue(projectId, [mentorId, menteeId])
    expect(await match.offer(id)).toMatchObject({ state: 'proposed', expires_at: null })
    expect(await match.answer(menteeId, [id, 'INTERESTED'])).toBe('404 matching.not_found')
    expect(await inOne((ctx) => publishOffers(ctx, [id]))).toBe(1)
    const { state, turned_at, expires_at } = await match.offer(id)
    expect([state, expires_at]).toEqual(['issued', new Date(turned_at.getTime() + 72 * 3_600_000)])
    expect(await inOne((ctx) => publishOffers(ctx, [id]))).toBe(0)
    expect(await match.answer(menteeId, [id, 'INTERESTED'])).toBe('ON_HOLD')
  })

  test('an offer that is no longer possible is ended and stays invisible', async () => {
    const { projectId, mentorIds, menteeId } = await buildPool({ mentors: 2 }, review)
    const ids = await issue(projectId, ...mentorIds.map((mentorId) => [mentorId, menteeId] as const))
    await server.db
      .deleteFrom('match_seeker')
      .where('person_id', '=', mentorIds[0] ?? 0)
      .execute()
    expect(await inOne((ctx) => publishOffers(ctx, ids))).toBe(1)
    expect(await match.statesOf(ids)).toEqual(['unavailable', 'issued'])
    expect(await match.answer(menteeId, [ids[0] ?? 0, 'REJECTED'])).toBe('404 matching.not_found')
  })
})

test('two concurrent runs do not issue more offers than one', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { projectId, mentorIds, menteeId } = await buildPool({ mentors: 6 })
    const all = mentorIds.map((mentorId) => [mentorId, menteeId] as const)
    const made = await Promise.all([issue(projectId, ...all.slice(0, 4)), issue(projectId, ...all.slice(2))])
    expect(made.flat()).toHaveLength(3)
  }
})
