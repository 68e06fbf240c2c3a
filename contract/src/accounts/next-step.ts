import type { NextFacts, NextMeeting, NextPartner, NextSession, NextSurvey, NextMentorshipSession } from './next-facts.ts'

/** What completed sessions of the learning hub lead to. */
export type Goal = 'mentor' | 'mentee' | 'internship'

export type NextStep =
  | { kind: 'call'; call: NonNullable<NextFacts['call']> }
  | { kind: 'meeting'; meeting: NextMeeting; partner: NextPartner | null }
  | { kind: 'offer'; count: number; decideBy: string | null; finds: 'mentor' | 'mentee' }
  | { kind: 'hello'; partner: NextPartner; channel: number }
  /** `finds`: whom the answers help us find; null for a survey that starts no search. */
  | { kind: 'survey'; survey: NextSurvey; finds: 'mentor' | 'mentee' | null }
  | { kind: 'due'; walk: NextMentorshipSession; partner: NextPartner | null; isLate: boolean }
  | { kind: 'walk'; walk: NextMentorshipSession; partner: NextPartner | null }
  /** `left`: how many sessions the goal still takes, this one included; 0 where nothing is to be opened. */
  | { kind: 'ongoing'; session: NextSession; goal: Goal | null; left: number }
  | { kind: 'session'; session: NextSession; goal: Goal | null; left: number }
  | { kind: 'asked' }
  | { kind: 'group' }
  | { kind: 'looking'; finds: 'mentor' | 'mentee' }
  | { kind: 'pairs' }
  | { kind: 'team'; hadMentorship: boolean; finds: 'mentor' | 'mentee' }
  | { kind: 'none'; meeting: NextMeeting | null; partner: NextPartner | null }

const HOUR_MS = 3_600_000
const MEETING_SOON_MS = 3 * HOUR_MS
/** An event lasts an hour unless something else is said. */
const MEETING_LASTS_MS = HOUR_MS
const DUE_SOON_MS = 48 * HOUR_MS
/** People who write elsewhere are not asked for a first message forever. */
const HELLO_WITHIN_MS = 14 * 24 * HOUR_MS

/**
 * The one thing to do next, in the order in which things matter: people who wait, decisions and answers only the reader can
 * give, sessions, and last what the reader can only wait for. There is always one.
 */
export function nextStepOf(facts: NextFacts, now: Date): NextStep {
  return withPeople(facts, now) ?? toAnswer(facts) ?? toLearn(facts, now) ?? toWaitFor(facts)
}

const finds = ({ side }: NextFacts) => (side === 'mentor' ? 'mentee' : 'mentor')
const isMember = ({ side }: NextFacts): boolean => side === 'mentee' || side === 'mentor'
const partnerIn = ({ partners }: NextFacts, mentorship: number) =>
  partners.find((partner) => partner.mentorship === mentorship) ?? null

function withPeople(facts: NextFacts, now: Date): NextStep | null {
  const { call, meeting, matching, partners } = facts
  if (call) return { kind: 'call', call }
  if (meeting && isSoon(meeting, now)) return { kind: 'meeting', meeting, partner: partnerIn(facts, meeting.mentorship) }
  if (matching.offers > 0) return { kind: 'offer', count: matching.offers, decideBy: matching.decideBy, finds: finds(facts) }
  for (const partner of partners) {
    const isNew = now.getTime() - new Date(partner.startedAt).getTime() < HELLO_WITHIN_MS
    if (isNew && !partner.hasWritten && partner.channel !== null) return { kind: 'hello', partner, channel: partner.channel }
  }
  return null
}

function isSoon({ at }: NextMeeting, now: Date): boolean {
  const inMs = new Date(at).getTime() - now.getTime()
  return inMs <= MEETING_SOON_MS && inMs > -MEETING_LASTS_MS
}

function toAnswer(facts: NextFacts): NextStep | null {
  const { survey, mentorship } = facts
  if (!survey) return null
  const isSearch = survey.isFirst && isMember(facts) && mentorship !== 'off' && facts.partners.length === 0
  return { kind: 'survey', survey, finds: isSearch ? finds(facts) : null }
}

function toLearn(facts: NextFacts, now: Date): NextStep | null {
  const { walks, hub } = facts
  const dueMs = ({ endDate }: NextMentorshipSession) => new Date(endDate).getTime() - now.getTime()
  const due = walks.filter((walk) => dueMs(walk) < DUE_SOON_MS).toSorted((a, b) => dueMs(a) - dueMs(b))[0]
  if (due) return { kind: 'due', walk: due, partner: partnerIn(facts, due.mentorship), isLate: dueMs(due) < 0 }
  const begun = walks.find(({ isBegun }) => isBegun)
  if (begun) return { kind: 'walk', walk: begun, partner: partnerIn(facts, begun.mentorship) }
  const { goal, left } = goalOf(facts)
  if (hub.isOpen && hub.ongoing) return { kind: 'ongoing', session: hub.ongoing, goal, left }
  if (hub.isOpen && hub.next && left > 0 && !isLookedFor(facts)) return { kind: 'session', session: hub.next, goal, left }
  const next = walks[0]
  return next ? { kind: 'walk', walk: next, partner: partnerIn(facts, next.mentorship) } : null
}

/** Mentors are looked for without any sessions. */
const isLookedFor = ({ matching, side }: NextFacts): boolean => side === 'mentor' && matching.status !== null

export function goalOf(facts: NextFacts): { goal: Goal | null; left: number } {
  const { side, mentorship, internship, hub } = facts
  const left = Math.max(0, hub.needed - hub.completed)
  if (!isMember(facts)) return { goal: null, left: 0 }
  if (mentorship === 'show') return { goal: side === 'mentor' ? 'mentee' : 'mentor', left }
  if (mentorship === 'off' && internship === 'show') return { goal: 'internship', left }
  return { goal: null, left: 0 }
}

function toWaitFor(facts: NextFacts): NextStep {
  const { matching, looksAfter, partners, meeting, hub, hadMentorship } = facts
  if (matching.status === 'ON_HOLD') return { kind: 'asked' }
  if (matching.status === 'GROUP_HOLD') return { kind: 'group' }
  const isAlone = partners.length === 0
  if (matching.status === 'READY' && isAlone) return { kind: 'looking', finds: finds(facts) }
  if (looksAfter) return { kind: 'pairs' }
  if (isAlone && isMember(facts) && facts.mentorship === 'use') return { kind: 'team', hadMentorship, finds: finds(facts) }
  if (isAlone && hub.isOpen && hub.next) return { kind: 'session', session: hub.next, goal: null, left: 0 }
  return { kind: 'none', meeting, partner: meeting ? partnerIn(facts, meeting.mentorship) : (partners[0] ?? null) }
}
