import fc from 'fast-check'
import type { Pair, Pool, PoolMentor, PoolPerson } from '#matching/engine/pool.ts'
import { fits, scoreOf } from '#matching/engine/score.ts'
import type { SeekerAnswers } from '#matching/offer.ts'

const MENTEES_FROM = 1000
const words: string[] = ['red', 'blue', 'green', 'gold', 'grey']

/** Few answers and times, so that ties, clashes and full quotas are common. */
const answersArb = (keys: readonly string[]): fc.Arbitrary<SeekerAnswers> =>
  fc.record(
    Object.fromEntries(
      keys.map((key) => [
        key,
        fc.oneof({ weight: 9, arbitrary: fc.subarray(words, { minLength: 1 }) }, fc.constant<string[]>([])),
      ]),
    ),
  )

const peopleArb = (keys: readonly string[], from: number, most: number) =>
  fc
    .array(
      fc.record({ since: fc.integer({ min: 0, max: 3 }), quota: fc.integer({ min: 0, max: 5 }), answers: answersArb(keys) }),
      {
        maxLength: most,
        size: 'max',
      },
    )
    .map((people) => people.map((person, at): PoolPerson => ({ ...person, id: from + at })))

const strengthArb = fc.constantFrom('must', 'high', 'medium', 'low' as const)

/** One to six criteria; some mentors already have a group, some pairs are kept apart. */
export const poolsOf = (most: number): fc.Arbitrary<Pool> =>
  fc
    .array(strengthArb, { minLength: 1, maxLength: 6 })
    .map((strengths) => strengths.map((strength, at) => ({ key: `criterion-${at}`, strength })))
    .chain((criteria) => {
      const keys = criteria.map(({ key }) => key)
      const mentorsArb = peopleArb(keys, 1, most).chain((mentors) =>
        fc.tuple(...mentors.map((mentor) => withMembers(mentor, keys))).map((all): PoolMentor[] => all),
      )
      const apartArb = fc.array(
        fc.tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: MENTEES_FROM, max: MENTEES_FROM + most })),
        { maxLength: 40, size: 'max' },
      )
      return fc.record({
        criteria: fc.constant(criteria),
        mentors: mentorsArb,
        mentees: peopleArb(keys, MENTEES_FROM, most),
        apart: apartArb,
      })
    })

const withMembers = (mentor: PoolPerson, keys: readonly string[]): fc.Arbitrary<PoolMentor> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(mentor) },
    fc.array(answersArb(keys), { minLength: 1, maxLength: 2 }).map((members) => ({ ...mentor, members })),
  )

/** The simplest implementation, pair by pair. */
export function mayMeet({ criteria, apart }: Pool, mentor: PoolMentor, mentee: PoolPerson): boolean {
  const agrees = (member: Readonly<Record<string, readonly string[]>>) =>
    criteria.every(({ key, strength }) => {
      const theirs = member[key] ?? []
      return strength !== 'must' || theirs.length === 0 || theirs.some((answer) => mentee.answers[key]?.includes(answer))
    })
  return (
    fits(criteria, mentee.answers, mentor.answers) &&
    !apart.some(([mentorId, menteeId]) => mentorId === mentor.id && menteeId === mentee.id) &&
    (mentor.members ?? []).every(agrees)
  )
}

export type ScoredPair = { mentor: PoolMentor; mentee: PoolPerson; score: number }

/** Every allowed pair, with its score. */
export const everyPair = (pool: Pool): ScoredPair[] =>
  pool.mentors.flatMap((mentor) =>
    pool.mentees
      .filter((mentee) => mayMeet(pool, mentor, mentee))
      .map((mentee) => ({ mentor, mentee, score: scoreOf(pool.criteria, mentee.answers, mentor.answers).score })),
  )

const waitsLonger = (one: PoolPerson, other: PoolPerson) => one.since - other.since || one.id - other.id
export const forMentee = (one: ScoredPair, other: ScoredPair) => other.score - one.score || waitsLonger(one.mentor, other.mentor)
export const forMentor = (one: ScoredPair, other: ScoredPair) => other.score - one.score || waitsLonger(one.mentee, other.mentee)

/** Textbook deferred acceptance: mentees propose in order of preference, mentors keep the best so far and reject the others. */
export function deferredAcceptance(pool: Pool): ScoredPair[] {
  const all = everyPair(pool)
  const lists = new Map(pool.mentees.map(({ id }) => [id, all.filter(({ mentee }) => mentee.id === id).toSorted(forMentee)]))
  const accepted = new Map<number, ScoredPair[]>(pool.mentors.map(({ id }) => [id, []]))
  const countFor = (menteeId: number) => [...accepted.values()].flat().filter(({ mentee }) => mentee.id === menteeId).length
  for (;;) {
    const proposer = pool.mentees.find(({ id, quota }) => countFor(id) < quota && (lists.get(id)?.length ?? 0) > 0)
    const proposal = proposer && lists.get(proposer.id)?.shift()
    if (!proposal) return [...accepted.values()].flat()
    const together = [...(accepted.get(proposal.mentor.id) ?? []), proposal].toSorted(forMentor)
    accepted.set(proposal.mentor.id, together.slice(0, proposal.mentor.quota))
  }
}

/** Both sides use the same score, so the best pair overall can be assigned first; fast enough for larger pools. */
export function bestFirst(pool: Pool): ScoredPair[] {
  const capacity = new Map([...pool.mentors, ...pool.mentees].map(({ id, quota }) => [id, quota]))
  return everyPair(pool)
    .toSorted((one, other) => forMentee(one, other) || forMentor(one, other))
    .filter(({ mentor, mentee }) => {
      const [ofMentor, ofMentee] = [capacity.get(mentor.id) ?? 0, capacity.get(mentee.id) ?? 0]
      if (ofMentor === 0 || ofMentee === 0) return false
      capacity.set(mentor.id, ofMentor - 1).set(mentee.id, ofMentee - 1)
      return true
    })
}

/** Pairs who both prefer each other to a partner they got, or both have capacity. */
export function blockingPairs(pool: Pool, pairs: readonly Pair[]): ScoredPair[] {
  const all = everyPair(pool)
  const isAssigned = ({ mentor, mentee }: ScoredPair) =>
    pairs.some(({ mentorId, menteeId }) => mentorId === mentor.id && menteeId === mentee.id)
  const assigned = all.filter(isAssigned)
  return all.filter((pair) => {
    if (isAssigned(pair)) return false
    const ofMentor = assigned.filter(({ mentor }) => mentor.id === pair.mentor.id)
    const ofMentee = assigned.filter(({ mentee }) => mentee.id === pair.mentee.id)
    const mentorWants = ofMentor.length < pair.mentor.quota || ofMentor.some((other) => forMentor(pair, other) < 0)
    const menteeWants = ofMentee.length < pair.mentee.quota || ofMentee.some((other) => forMentee(pair, other) < 0)
    return pair.mentor.quota > 0 && pair.mentee.quota > 0 && mentorWants && menteeWants
  })
}

/** The same people in another order. */
export const shuffledArb = (pool: Pool): fc.Arbitrary<Pool> =>
  fc
    .tuple(shuffled(pool.mentors), shuffled(pool.mentees), shuffled(pool.apart))
    .map(([mentors, mentees, apart]) => ({ ...pool, mentors, mentees, apart }))

const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })
