import { startOfIndiaDay } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { WorkFact } from '@saathi/contract/worklist/entities'
import { USUAL_MEETING_DAYS, type WorkRule } from '@saathi/contract/worklist/rules'
import type { Decision, PairFacts, PersonFacts } from './facts.ts'

/** A rule is broken: when its fact began, and when it exceeded the limit. */
type Finding = { since: Date; dueAt: Date; fact: WorkFact }
export type Rule<Facts> = { rule: WorkRule; judge: (facts: Facts, limit: number, now: Date) => Finding | null }

const nothing: WorkFact = { count: 0, everyDays: null, side: null, until: null }
const after = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)
const findAt = (since: Date, dueAt: Date, now: Date, fact: Partial<WorkFact> = {}): Finding | null =>
  now >= dueAt ? { since, dueAt, fact: { ...nothing, ...fact } } : null

/** Finds an end that is at most this many days away. */
function findBefore(endsAt: Date | null, days: number, now: Date): Finding | null {
  if (endsAt === null) return null
  const from = after(endsAt, -days)
  return findAt(from, from, now, { until: endsAt.toISOString() })
}

/** Rules that do not apply during a farewell. */
const unlessParting = ({ rule, judge }: Rule<PairFacts>): Rule<PairFacts> => ({
  rule,
  judge: (facts, limit, now) => (facts.isParting ? null : judge(facts, limit, now)),
})

export const pairRules: readonly Rule<PairFacts>[] = [
  unlessParting({
    rule: 'no_first_meeting',
    judge: ({ startedAt, meetingCount }, limit, now) =>
      meetingCount === 0 ? findAt(startedAt, after(startedAt, limit), now) : null,
  }),
  unlessParting({
    rule: 'no_meeting',
    judge: ({ meetings: [last], meetingCount, agreedDays }, limit, now) => {
      if (!last) return null
      const everyDays = agreedDays ?? USUAL_MEETING_DAYS
      return findAt(last.at, after(last.at, (everyDays * limit) / 100), now, { everyDays, count: meetingCount })
    },
  }),
  {
    rule: 'unanswered',
    judge: ({ unanswered }, limit, now) => {
      if (!unanswered) return null
      const { since, side } = unanswered
      // Once, twice and three times the limit: 7, 14 and 21 days.
      const stage = Math.min(3, Math.floor((now.getTime() - since.getTime()) / (limit * DAY_MS)))
      return findAt(since, after(since, limit), now, { side, count: stage })
    },
  },
  unlessParting({
    rule: 'session_overdue',
    judge: ({ overdue }, limit, now) =>
      overdue ? findAt(overdue.since, after(overdue.since, limit), now, { count: overdue.count }) : null,
  }),
  { rule: 'check_in', judge: ({ checkIns }, limit) => judgeCheckIns(checkIns, limit) },
  unlessParting({ rule: 'pair_ends', judge: ({ endsAt }, limit, now) => findBefore(endsAt, limit, now) }),
]

/** Finds a low score, a decrease, or a difference between both sides, each compared with the limit. */
function judgeCheckIns(checkIns: PairFacts['checkIns'], limit: number): Finding | null {
  const latest = (side: 'mentor' | 'mentee') => checkIns.filter((each) => each.side === side)
  const [mentor, mentee] = [latest('mentor'), latest('mentee')]
  const newest = [mentor[0], mentee[0]].filter((each) => each !== undefined)
  const low = newest.filter(({ score }) => score <= limit)
  const fallen = [mentor, mentee].flatMap(([now, before]) => (now && before && before.score - now.score >= limit ? [now] : []))
  const [one, other] = newest
  const apart = one && other && Math.abs(one.score - other.score) >= limit ? [one.score < other.score ? one : other] : []
  const [worst] = [...low, ...fallen, ...apart].toSorted((a, b) => a.score - b.score)
  return worst ? { since: worst.at, dueAt: worst.at, fact: { ...nothing, side: worst.side, count: worst.score } } : null
}

export const personRules: readonly Rule<PersonFacts>[] = [
  {
    rule: 'contact_overdue',
    judge: ({ contact }, limit, now) =>
      contact ? findAt(startOfIndiaDay(contact.day), startOfIndiaDay(contact.day + limit), now) : null,
  },
  { rule: 'approval_ends', judge: ({ approvalEndsAt }, limit, now) => findBefore(approvalEndsAt, limit, now) },
  {
    rule: 'mail_refused',
    judge: ({ mailRefused }, limit, now) =>
      mailRefused && mailRefused.times >= limit
        ? findAt(mailRefused.since, mailRefused.since, now, { count: mailRefused.times })
        : null,
  },
]

export const decisionRules: readonly Rule<Decision>[] = [
  {
    rule: 'decision_waits',
    judge: ({ since, count }, limit, now) => findAt(since, after(since, limit), now, { count }),
  },
]
