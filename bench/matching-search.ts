import { findPairs, withReasons } from '../server/src/matching/engine/match.ts'
import type { Pair, Pool, PoolPerson } from '../server/src/matching/engine/pool.ts'
import { fits, scoreOf } from '../server/src/matching/engine/score.ts'
import { buildPool } from './matching-pool.ts'

/** One search in a process of its own, so that its memory is nobody else's: `node bench/matching-search.ts <mentees>`. */
const LOOKED_AT = 50

const pool = buildPool(Number(process.argv[2]))
const [begun, used] = [performance.now(), process.cpuUsage()]
const { pairs, candidates } = findPairs(pool)
const offers = withReasons(pool, pairs)
const seconds = (performance.now() - begun) / 1000
const { user, system } = process.cpuUsage(used)
const megabytes = process.resourceUsage().maxRSS / 1024
requireStable(pool, offers)
const counts = { mentees: pool.mentees.length, mentors: pool.mentors.length, candidates, offers: offers.length }
console.log(JSON.stringify({ ...counts, seconds, cpuSeconds: (user + system) / 1e6, megabytes }))

/** A search that lost its way might well be fast: some mentees are compared with every mentor there is. */
function requireStable({ criteria, mentors, mentees }: Pool, offers: readonly Pair[]) {
  const ofMentor = Map.groupBy(offers, ({ mentorId }) => mentorId)
  const ofMentee = Map.groupBy(offers, ({ menteeId }) => menteeId)
  const since = new Map([...mentors, ...mentees].map((person) => [person.id, person.since]))
  const comesFirst = (one: number, other: number) => (since.get(one) ?? 0) - (since.get(other) ?? 0) || one - other
  const wants = (person: PoolPerson, given: readonly Pair[], pair: Pair, side: 'mentorId' | 'menteeId') =>
    given.length < person.quota ||
    given.some((other) => pair.score > other.score || (pair.score === other.score && comesFirst(pair[side], other[side]) < 0))
  for (let at = 0; at < mentees.length; at += Math.ceil(mentees.length / LOOKED_AT)) {
    const mentee = mentees[at]
    if (!mentee) continue
    const own = ofMentee.get(mentee.id) ?? []
    for (const mentor of mentors) {
      if (!fits(criteria, mentee.answers, mentor.answers) || own.some(({ mentorId }) => mentorId === mentor.id)) continue
      const { score } = scoreOf(criteria, mentee.answers, mentor.answers)
      const pair = { mentorId: mentor.id, menteeId: mentee.id, score }
      if (wants(mentee, own, pair, 'mentorId') && wants(mentor, ofMentor.get(mentor.id) ?? [], pair, 'menteeId'))
        throw new Error(`mentor ${mentor.id} and mentee ${mentee.id} would rather have each other`)
    }
  }
}
