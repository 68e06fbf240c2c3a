import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#core/ctx.ts'
import { buildGroups, buildPairs, choiceClient } from '../../test/match-choices.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { rounds } from '../../test/rounds.ts'
import { lockSeekers } from './lock-store.ts'

let server: TestServer
let match: ReturnType<typeof choiceClient>
beforeAll(async () => {
  server = await startTestServer()
  match = choiceClient(server)
})
afterAll(() => server.stop())

/** Tokens are created in advance, so that all requests start at the same moment. */
const makeReady = (people: readonly number[]) => Promise.all(people.map((personId) => server.tokenFor(personId)))
const countOf = (answers: readonly string[], status: string) => answers.filter((answer) => answer === status).length

test(
  '[MAT-06] of two mentees who choose the same last place concurrently, exactly one gets it',
  { timeout: 240_000 },
  async () => {
    for (let round = 0; round < rounds(8, 100); round += 1) {
      const { menteeIds, mentorId, offerOf } = await buildPairs(server, { mentees: 2 })
      await makeReady(menteeIds)
      const order = round % 2 === 0 ? [0, 1] : [1, 0]
      const answers = await Promise.all(order.map((at) => match.answer(menteeIds[at] ?? 0, [offerOf(at, 0), 'INTERESTED'])))
      expect(answers.toSorted()).toEqual(['MENTOR_UNAVAILABLE', 'ON_HOLD'])
      const states = await match.statesOf([offerOf(0, 0), offerOf(1, 0)])
      expect(new Set(states)).toEqual(new Set(['chosen', 'unavailable']))
      expect(await match.statusOf(mentorId)).toBe('READY')
    }
  },
)

test('[MAT-06] of many mentees who choose a mentor with three places, three get a place', { timeout: 240_000 }, async () => {
  const mentees = rounds(30, 200)
  const { menteeIds, mentorId, offerOf } = await buildPairs(server, { mentees, places: 3 })
  await makeReady(menteeIds)
  const answers = await Promise.all(menteeIds.map((menteeId, at) => match.answer(menteeId, [offerOf(at, 0), 'INTERESTED'])))
  expect(countOf(answers, 'ON_HOLD')).toBe(3)
  expect(countOf(answers, 'MENTOR_UNAVAILABLE')).toBe(mentees - 3)
  const states = await match.statesOf(menteeIds.map((_, at) => offerOf(at, 0)))
  expect(states.filter((state) => state === 'chosen')).toHaveLength(3)
  expect(states.filter((state) => state === 'unavailable')).toHaveLength(mentees - 3)
  const onHold = server.db.selectFrom('person').select('id').where('id', 'in', menteeIds).where('matching_status', '=', 'ON_HOLD')
  expect(await onHold.execute()).toHaveLength(3)
  expect(await match.isSeeking(mentorId)).toBe(true)
})

test('[MAT-06] mentees who choose each other’s mentors concurrently do not deadlock', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds(3, 10); round += 1) {
    const { menteeIds, offerOf } = await buildPairs(server, { mentors: 3, mentees: 3 })
    await makeReady(menteeIds)
    const answers = await Promise.all(
      menteeIds.map((menteeId, at) =>
        match.answer(
          menteeId,
          [offerOf(at, (at + round) % 3), 'INTERESTED'],
          [offerOf(at, (at + round + 1) % 3), 'REJECTED'],
          [offerOf(at, (at + round + 2) % 3), 'PAIR_COMPLETE'],
        ),
      ),
    )
    // Rejecting a mentor who was just taken by somebody else is accepted.
    expect(answers).toEqual(['ON_HOLD', 'ON_HOLD', 'ON_HOLD'])
  }
})

test(
  '[MAT-06] two mentors accept the same six mentees concurrently: each mentee gets one place, no group exceeds its size',
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < rounds(3, 10); round += 1) {
      const { mentorIds, menteeIds, offerOf } = await buildGroups(server, { mentors: 2, mentees: 6 })
      const [first = 0, second = 0] = mentorIds
      await makeReady(mentorIds)
      const words = (mentor: number, from: number) =>
        menteeIds.map(
          (_, at) => [offerOf(at, mentor), at >= from && at < from + 4 ? 'INTERESTED' : ('GROUP_FULL' as const)] as const,
        )
      const answers = await Promise.all([match.answer(first, ...words(0, 0)), match.answer(second, ...words(1, 2))])
      expect(answers.toSorted()).toEqual(['MENTEE_UNAVAILABLE', 'SUCCESS'])
      const counts = await Promise.all(menteeIds.map(async (menteeId) => (await match.mentorshipsOf(menteeId)).length))
      expect(counts.filter((count) => count === 1)).toHaveLength(4)
      expect(Math.max(...counts)).toBe(1)
    }
  },
)

test(
  '[MAT-06] a group of four never exceeds its size for six acceptances or repeated concurrent requests',
  { timeout: 120_000 },
  async () => {
    const { mentorId, menteeIds, offerOf } = await buildGroups(server, { mentees: 6 })
    await makeReady([mentorId])
    const all = menteeIds.map((_, at) => [offerOf(at), 'INTERESTED'] as const)
    expect(await match.answer(mentorId, ...all)).toBe('409 matching.too_many')
    const four = menteeIds.map((_, at) => [offerOf(at), at < 4 ? ('INTERESTED' as const) : ('GROUP_FULL' as const)] as const)
    const answers = await Promise.all(Array.from({ length: 8 }, () => match.answer(mentorId, ...four)))
    expect(countOf(answers, 'SUCCESS')).toBe(1)
    expect(countOf(answers, '409 matching.over')).toBe(7)
    expect(await match.mentorshipsOf(mentorId)).toHaveLength(1)
  },
)

test('[MAT-06] a mentor who answers twice concurrently starts one mentorship', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds(3, 10); round += 1) {
    const { menteeId, mentorId, offerOf } = await buildPairs(server, {})
    await match.choose(menteeId, [offerOf(0, 0), 'INTERESTED'])
    await makeReady([mentorId])
    const answers = await Promise.all(
      [1, 2, 3].map((each) => match.answer(mentorId, [offerOf(0, 0), each === 3 ? 'REJECTED' : 'INTERESTED'])),
    )
    expect(countOf(answers, '409 matching.over')).toBe(2)
    expect((await match.mentorshipsOf(menteeId)).length).toBe(countOf(answers, 'SUCCESS'))
  }
})

test('[MAT-06] a late request is answered without waiting for the lock on the mentor', async () => {
  const { menteeIds, mentorId, offerOf } = await buildPairs(server, { mentees: 2 })
  const [asha = 0, ravi = 0] = menteeIds
  await match.choose(asha, [offerOf(0, 0), 'INTERESTED'])
  const late = await inTransaction(server.app.world, pino({ level: 'silent' }), async ({ db }) => {
    await lockSeekers(db, [mentorId])
    return match.answer(ravi, [offerOf(1, 0), 'INTERESTED'])
  })
  expect(late).toBe('MENTOR_UNAVAILABLE')
})
