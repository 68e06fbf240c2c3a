import { NUDGES_A_WEEK, type NudgeLeftOut, type NudgeSetting, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { DAY_MS } from '@saathi/contract/core/time'
import type { PairFacts } from '../facts.ts'

/** A person to whom the trigger of a plan applies. */
export type Candidate = { trigger: NudgeTrigger; mentorshipId: number; personId: number; since: Date }

/** A current member or mentor, with the reasons not to write to them. */
export type Reader = {
  mentorshipId: number
  personId: number
  side: 'mentor' | 'mentee'
  language: string
  /** Left, blocked, not confirmed, or about to leave. */
  isGone: boolean
  hasSwitchedOff: boolean
  /** The pair is paused, or one of them is muted or has blocked the other. */
  isResting: boolean
  /** When a colleague last contacted them. */
  contactedAt: Date | null
  /** Rules whose row is snoozed. */
  putOff: readonly string[]
}

/** A message that was sent, is planned, or was taken out. */
export type Sent = Candidate & { state: string; on: string; sentAt: Date | null }
export type Timing = Pick<NudgeSetting, 'afterDays' | 'againDays' | 'times' | 'perDay'>

export const keyOf = ({ trigger, mentorshipId, personId, since }: Candidate): string =>
  `${trigger} ${mentorshipId} ${personId} ${since.getTime()}`
export const readerKey = ({ mentorshipId, personId }: Pick<Candidate, 'mentorshipId' | 'personId'>): string =>
  `${mentorshipId} ${personId}`

const dayNumber = (day: string): number => Date.parse(day) / DAY_MS
const isPast = (since: Date, days: number, at: Date): boolean => since.getTime() + days * DAY_MS <= at.getTime()

/** People to whom the trigger applies, regardless of time. */
function findTrue(trigger: NudgeTrigger, facts: PairFacts, members: readonly Reader[]): { personId: number; since: Date }[] {
  const all = (since: Date) => members.map(({ personId }) => ({ personId, since }))
  const [last] = facts.meetings
  if (facts.isParting) return []
  switch (trigger) {
    case 'unanswered': {
      const { unanswered } = facts
      const owing = members.filter(({ side }) => side === unanswered?.side)
      // In a group it is not known which mentee should answer.
      return unanswered && owing.length === 1 ? owing.map(({ personId }) => ({ personId, since: unanswered.since })) : []
    }
    case 'no_first_meeting':
      return facts.meetingCount === 0 ? all(facts.startedAt) : []
    case 'no_meeting':
      return last ? all(last.at) : []
    case 'check_in_open':
      return facts.openCheckIns
    case 'session_overdue': {
      const { overdue, lateMembers } = facts
      return overdue ? lateMembers.map((personId) => ({ personId, since: overdue.since })) : []
    }
  }
}

/** People to whom the trigger has applied for long enough at the time of sending. */
export function findCandidates(
  trigger: NudgeTrigger,
  afterDays: number,
  facts: PairFacts,
  members: readonly Reader[],
  sendsAt: Date,
): Candidate[] {
  return findTrue(trigger, facts, members)
    .filter(({ since }) => isPast(since, afterDays, sendsAt))
    .map((found) => ({ ...found, trigger, mentorshipId: facts.id }))
}

/** No plan writes to a person for this long after a colleague's contact. */
const HUMAN_DAYS = 7

type Known = {
  on: string
  sendsAt: Date
  readers: ReadonlyMap<string, Reader>
  /** By person. */
  history: ReadonlyMap<number, readonly Sent[]>
  /** Keys of people who have written, or for whom somebody answered, since the last message to them. */
  answered: ReadonlySet<string>
}

/** Null if the message may be sent. `not_yet` if it is too early. */
export function findObstacle(candidate: Candidate, timing: Timing, known: Known): NudgeLeftOut | 'not_yet' | null {
  const { on, sendsAt, readers, history, answered } = known
  const reader = readers.get(readerKey(candidate))
  if (!reader || reader.isGone) return 'gone'
  const all = history.get(candidate.personId) ?? []
  const earlier = all.filter((sent) => keyOf(sent) === keyOf(candidate))
  const last = earlier.reduce((latest, { on: day }) => Math.max(latest, dayNumber(day)), Number.NEGATIVE_INFINITY)
  if (earlier.length >= (timing.againDays === null ? 1 : timing.times)) return 'not_yet'
  if (earlier.length > 0 && dayNumber(on) - last < (timing.againDays ?? 0)) return 'not_yet'
  if (answered.has(keyOf(candidate))) return 'answered'
  if (reader.hasSwitchedOff) return 'switched_off'
  if (reader.isResting) return 'resting'
  if (reader.putOff.includes(candidate.trigger)) return 'put_off'
  if (reader.contactedAt && !isPast(reader.contactedAt, HUMAN_DAYS, sendsAt)) return 'contacted'
  if (all.some((sent) => sent.on === on)) return 'other_plan'
  const ofWeek = all.filter(({ state, on: day }) => state !== 'taken_out' && dayNumber(on) - dayNumber(day) < 7 && day < on)
  return ofWeek.length >= NUDGES_A_WEEK ? 'enough' : null
}

export type Selection = { chosen: Candidate[]; leftOut: Map<NudgeLeftOut, number> }
type Plans = ReadonlyMap<NudgeTrigger, Timing & { alreadyPlanned: number }>

/** At most one message a day per person, from the first matching plan. If a plan has too many, those who have waited longest. */
export function choose(candidates: readonly Candidate[], plans: Plans, known: Known): Selection {
  const chosen: Candidate[] = []
  const leftOut: Selection['leftOut'] = new Map()
  const taken = new Set<number>()
  for (const trigger of NudgeTrigger.options) {
    const plan = plans.get(trigger)
    if (!plan) continue
    let room = plan.perDay - plan.alreadyPlanned
    const own = candidates.filter((each) => each.trigger === trigger)
    for (const each of own.toSorted((a, b) => a.since.getTime() - b.since.getTime() || a.personId - b.personId)) {
      const obstacle = taken.has(each.personId) ? 'other_plan' : findObstacle(each, plan, known)
      if (obstacle === 'not_yet') continue
      const why = obstacle ?? (room > 0 ? null : 'over_limit')
      if (why !== null) {
        leftOut.set(why, (leftOut.get(why) ?? 0) + 1)
        continue
      }
      room -= 1
      taken.add(each.personId)
      chosen.push(each)
    }
  }
  return { chosen, leftOut }
}
