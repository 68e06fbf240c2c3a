import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, type PublicCtx } from '#core/ctx.ts'
import { choosingOn, walkElsewhere } from '../../test/choosing.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../../test/matching.ts'
import { issueOffers, publishOffers } from './issue.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let match: ReturnType<typeof choosingOn>
beforeAll(async () => {
  server = await startTestServer()
  match = choosingOn(server)
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

test('an offer is named by nothing of anybody, and who chooses first hears of it at once', async () => {
  const { projectId, mentorId, menteeId } = await buildPool()
  const before = server.delivered.length
  const [id = 0] = await issue(projectId, [mentorId, menteeId])
  expect(await match.offer(id)).toMatchObject({
    state: 'issued',
    alias: expect.stringMatching(/^match-[0-9a-f-]{36}@match\.invalid$/),
  })
  const told = server.delivered.slice(before).flatMap((delivery) => ('to' in delivery ? delivery.to : []))
  expect([told.includes(menteeId), told.includes(mentorId)]).toEqual([true, false])
})

test('a pair that has an open offer gets no second one', async () => {
  const { projectId, mentorId, menteeId } = await buildPool()
  expect(await issue(projectId, [mentorId, menteeId])).toHaveLength(1)
  expect(await issue(projectId, [mentorId, menteeId])).toEqual([])
})

describe('passed over', () => {
  test('who is out of the search, in another project, or already waits for a mentor', async () => {
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

  test('who must never meet', async () => {
    const { projectId, mentorId, menteeId } = await buildPool()
    const apart = { mentor_id: mentorId, mentee_id: menteeId, reason: 'they are related', created_at: server.clock.now() }
    await server.db.insertInto('match_apart').values(apart).execute()
    expect(await issue(projectId, [mentorId, menteeId])).toEqual([])
  })

  test('between whom it is over for good since it was looked: refused, left without a word, or walked together', async () => {
    const { projectId, mentorIds, menteeIds } = await buildPool({ mentors: 3, mentees: 2 })
    const [first = 0, second = 0, third = 0] = mentorIds
    const [menteeId = 0] = menteeIds
    await buildOffer(server, { mentorId: first, menteeId, state: 'rejected', endedBy: 'mentee' })
    await buildOffer(server, { mentorId: second, menteeId, state: 'expired', endedBy: 'mentor', chosenAt: server.clock.now() })
    await buildOffer(server, { mentorId: third, menteeId, state: 'withdrawn' })
    const ids = await issue(projectId, [first, menteeId], [second, menteeId], [third, menteeId])
    expect(await Promise.all(ids.map((id) => match.stateOf(id)))).toEqual(['issued'])
  })

  test('a mentor whom the team has not approved, where it must, and a mentee who walks already', async () => {
    const { projectId, mentorId, menteeIds } = await buildPool({ mentees: 2 }, { plan: { needs_approval: true } })
    const [walking = 0, free = 0] = menteeIds
    const unseen = await buildSeeker(server, { projectId, part: 'mentor', approved: false })
    await walkElsewhere(server, walking)
    expect(await issue(projectId, [unseen, free], [mentorId, walking])).toEqual([])
    expect(await issue(projectId, [mentorId, free])).toHaveLength(1)
  })

  test('what is more than a mentee’s list, or than a mentor is shown to', async () => {
    const list = await buildPool({ mentors: 5 })
    const all = list.mentorIds.map((mentorId) => [mentorId, list.menteeId] as const)
    expect(await issue(list.projectId, ...all)).toHaveLength(3)
    expect(await issue(list.projectId, ...all)).toEqual([])
    const shown = await buildPool({ mentees: 8, places: 2 })
    expect(await issue(shown.projectId, ...shown.menteeIds.map((menteeId) => [shown.mentorId, menteeId] as const))).toHaveLength(
      6,
    )
  })

  test('a mentor whose places are all held, and a group that is full', async () => {
    const pair = await buildPool({ mentees: 2 })
    const [asha = 0, ravi = 0] = pair.menteeIds
    await buildOffer(server, { mentorId: pair.mentorId, menteeId: asha, state: 'chosen' })
    expect(await issue(pair.projectId, [pair.mentorId, ravi])).toEqual([])
    const group = await buildPool({ mentees: 3 }, { groupType: '1toM', plan: { group_size: 2 } })
    await buildGroup(server, { mentorId: group.mentorId, menteeIds: group.menteeIds.slice(0, 2) })
    expect(await issue(group.projectId, [group.mentorId, group.menteeIds[2] ?? 0])).toEqual([])
  })

  test('by hand the team may go beyond the list, and not beyond the places', async () => {
    const { projectId, mentorIds, menteeId } = await buildPool({ mentors: 4 })
    const staff = await server.buildPerson({ role: 'Admin' })
    await issue(projectId, ...mentorIds.slice(0, 3).map((mentorId) => [mentorId, menteeId] as const))
    const byHand = { ...pairOf(mentorIds[3] ?? 0, menteeId), madeBy: staff, madeBecause: 'they asked for it' }
    const [id = 0] = await inOne((ctx) => issueOffers(ctx, projectId, [byHand]))
    expect(await match.stateOf(id)).toBe('issued')
  })
})

describe('where the team looks first', () => {
  const review = { plan: { needs_review: true } }

  test('nobody sees anything until it is let out, and then the time begins', async () => {
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

  test('what is no longer possible by then is closed, and stays unseen', async () => {
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

test('two searches at the same moment do not offer more than one would', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { projectId, mentorIds, menteeId } = await buildPool({ mentors: 6 })
    const all = mentorIds.map((mentorId) => [mentorId, menteeId] as const)
    const made = await Promise.all([issue(projectId, ...all.slice(0, 4)), issue(projectId, ...all.slice(2))])
    expect(made.flat()).toHaveLength(3)
  }
})
