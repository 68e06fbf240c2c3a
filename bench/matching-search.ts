import { findPairs, withReasons } from '../server/src/matching/engine/match.ts'
import type { Pair, Pool, PoolPerson } from '../server/src/matching/engine/pool.ts'
import { fits, scoreOf } from '../server/src/matching/engine/score.ts'
import { buildPool } from './matching-pool.ts'

/** One search in a separate process, so that its memory can be measured: `node bench/matching-search.ts <mentees>`. */
const SAMPLE_SIZE = 50

const pool = buildPool(Number(process.argv[2]))
const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
const { pairs, candidates } = findPairs(pool)
const offers = withReasons(pool, pairs)
const seconds = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
const megabytes = process.resourceUsage().maxRSS / 1024
requireStable(pool, offers)
const counts = { mentees: pool.mentees.length, mentors: pool.mentors.length, candidates, offers: offers.length }
console.log(JSON.stringify({ ...counts, seconds, cpuSeconds: (user + system) / 1e6, megabytes }))

/** A wrong search could be fast, so some mentees are compared with every mentor. */
function requireStable({ criteria, mentors, mentees }: Pool, offers: readonly Pair[]) {
  const ofMentor = Map.groupBy(offers, ({ mentorId }) => mentorId)
  const ofMentee = Map.groupBy(offers, ({ menteeId }) => menteeId)
  const since = new Map([...mentors, ...mentees].map((person) => [person.id, person.since]))
  const comesFirst = (one: number, other: number) => (since.get(one) ?? 0) - (since.get(other) ?? 0) || one - other
  const prefers = (person: PoolPerson, current: readonly Pair[], pair: Pair, side: 'mentorId' | 'menteeId') =>
    current.length < person.quota ||
    current.some((other) => pair.score > other.score || (pair.score === other.score && comesFirst(pair[side], other[side]) < 0))
  for (let at = 0; at < mentees.length; at += Math.ceil(mentees.length / SAMPLE_SIZE)) {
    const mentee = mentees[at]
    if (!mentee) continue
    const own = ofMentee.get(mentee.id) ?? []
    for (const mentor of mentors) {
      if (!fits(criteria, mentee.answers, mentor.answers) || own.some(({ mentorId }) => mentorId === mentor.id)) continue
      const { score } = scoreOf(criteria, mentee.answers, mentor.answers)
      const pair = { mentorId: mentor.id, menteeId: mentee.id, score }
      if (prefers(mentee, own, pair, 'mentorId') && prefers(mentor, ofMentor.get(mentor.id) ?? [], pair, 'menteeId'))
        throw new Error(`mentor ${mentor.id} and mentee ${mentee.id} prefer each other to their offers`)
    }
  }
}
