import { HOUR_MS } from '../core/time.ts'
import type { NextFacts, NextMeeting, NextPartner, NextSession, NextSurvey, NextMentorshipSession } from './next-facts.ts'

/** The goal that completing learning-hub sessions unlocks. */
export type Goal = 'mentor' | 'mentee' | 'internship'

export type NextStep =
  | { kind: 'call'; call: NonNullable<NextFacts['call']> }
  | { kind: 'meeting'; meeting: NextMeeting; partner: NextPartner | null }
  | { kind: 'offer'; count: number; decideBy: string | null; finds: 'mentor' | 'mentee' }
  | { kind: 'hello'; partner: NextPartner; channel: number }
  /** `finds`: the partner that the answers are used to find; null if the survey starts no search. */
  | { kind: 'survey'; survey: NextSurvey; finds: 'mentor' | 'mentee' | null }
  | { kind: 'due'; walk: NextMentorshipSession; partner: NextPartner | null; isLate: boolean }
  | { kind: 'walk'; walk: NextMentorshipSession; partner: NextPartner | null }
  /** `left`: sessions still needed for the goal, including this one; 0 if nothing is left to unlock. */
  | { kind: 'ongoing'; session: NextSession; goal: Goal | null; left: number }
  | { kind: 'session'; session: NextSession; goal: Goal | null; left: number }
  | { kind: 'asked' }
  | { kind: 'group' }
  | { kind: 'checks' }
  | { kind: 'looking'; finds: 'mentor' | 'mentee' }
  | { kind: 'pairs' }
  | { kind: 'team'; hadMentorship: boolean; finds: 'mentor' | 'mentee' }
  | { kind: 'none'; meeting: NextMeeting | null; partner: NextPartner | null }

const MEETING_SOON_MS = 3 * HOUR_MS
/** Default length of an event. */
const MEETING_LASTS_MS = HOUR_MS
const DUE_SOON_MS = 48 * HOUR_MS
/** People may be talking elsewhere, so we stop suggesting a first message after this time. */
const HELLO_WITHIN_MS = 14 * 24 * HOUR_MS

/**
 * The single next thing to do, in order of importance: people who are waiting, decisions and answers only the viewer can
 * give, sessions, and last the things the viewer can only wait for. There is always a result.
 */
export function nextStepOf(facts: NextFacts, now: Date): NextStep {
  return peopleStep(facts, now) ?? surveyStep(facts) ?? learningStep(facts, now) ?? waitingStep(facts)
}

const finds = ({ side }: NextFacts) => (side === 'mentor' ? 'mentee' : 'mentor')
const isMember = ({ side }: NextFacts): boolean => side === 'mentee' || side === 'mentor'
const partnerIn = ({ partners }: NextFacts, mentorship: number) =>
  partners.find((partner) => partner.mentorship === mentorship) ?? null

function peopleStep(facts: NextFacts, now: Date): NextStep | null {
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

function surveyStep(facts: NextFacts): NextStep | null {
  const { survey, mentorship } = facts
  if (!survey) return null
  const isSearch = survey.isFirst && isMember(facts) && mentorship !== 'off' && facts.partners.length === 0
  return { kind: 'survey', survey, finds: isSearch ? finds(facts) : null }
}

function learningStep(facts: NextFacts, now: Date): NextStep | null {
  const { walks, hub } = facts
  const dueMs = ({ endDate }: NextMentorshipSession) => new Date(endDate).getTime() - now.getTime()
  const due = walks.filter((walk) => dueMs(walk) < DUE_SOON_MS).toSorted((a, b) => dueMs(a) - dueMs(b))[0]
  if (due) return { kind: 'due', walk: due, partner: partnerIn(facts, due.mentorship), isLate: dueMs(due) < 0 }
  const begun = walks.find(({ isBegun }) => isBegun)
  if (begun) return { kind: 'walk', walk: begun, partner: partnerIn(facts, begun.mentorship) }
  const { goal, left } = goalOf(facts)
  if (hub.isOpen && hub.ongoing) return { kind: 'ongoing', session: hub.ongoing, goal, left }
  if (hub.isOpen && hub.next && left > 0 && !isMentorInSearch(facts)) return { kind: 'session', session: hub.next, goal, left }
  const next = walks[0]
  return next ? { kind: 'walk', walk: next, partner: partnerIn(facts, next.mentorship) } : null
}

/** Mentors enter the search without completing any sessions. */
const isMentorInSearch = ({ matching, side }: NextFacts): boolean => side === 'mentor' && matching.status !== null

export function goalOf(facts: NextFacts): { goal: Goal | null; left: number } {
  const { side, mentorship, internship, hub } = facts
  const left = Math.max(0, hub.needed - hub.completed)
  if (!isMember(facts)) return { goal: null, left: 0 }
  if (mentorship === 'show') return { goal: side === 'mentor' ? 'mentee' : 'mentor', left }
  if (mentorship === 'off' && internship === 'show') return { goal: 'internship', left }
  return { goal: null, left: 0 }
}

function waitingStep(facts: NextFacts): NextStep {
  const { matching, looksAfter, partners, meeting, hub, hadMentorship } = facts
  if (matching.status === 'ON_HOLD') return { kind: 'asked' }
  if (matching.status === 'GROUP_HOLD') return { kind: 'group' }
  const isAlone = partners.length === 0
  if (matching.awaitsApproval && isAlone) return { kind: 'checks' }
  if (matching.status === 'READY' && isAlone) return { kind: 'looking', finds: finds(facts) }
  if (looksAfter) return { kind: 'pairs' }
  if (isAlone && isMember(facts) && facts.mentorship === 'use') return { kind: 'team', hadMentorship, finds: finds(facts) }
  if (isAlone && hub.isOpen && hub.next) return { kind: 'session', session: hub.next, goal: null, left: 0 }
  return { kind: 'none', meeting, partner: meeting ? partnerIn(facts, meeting.mentorship) : (partners[0] ?? null) }
}
