import type { MyCourse, StaffCourse } from '@saathi/contract/mentorship/course-entities'
import type { Ctx, Db } from '#core/ctx.ts'
import { requireMembership } from './access.ts'
import { describeAgreement, showAgreement } from './agreement/agreement.ts'
import { findAgreed } from './agreement/store.ts'
import { showCheckIn } from './check-ins/check-ins.ts'
import { findCheckIns, findLastAnswers, findNewestCheckIn } from './check-ins/store.ts'
import { describeFarewell } from './farewell/begin.ts'
import { showRequests } from './requests/requests.ts'
import { findNewestRequest, findOpenRequests, findRequests } from './requests/store.ts'
import { showSteps } from './steps/steps.ts'
import { findSteps } from './steps/store.ts'

/** Leaves out what others told the team. */
export async function getMyCourse(ctx: Ctx, id: number): Promise<MyCourse> {
  const { me } = await requireMembership(ctx, id)
  const checkIn = me.leftAt === null ? await findNewestCheckIn(ctx.db, id, me.personId) : null
  const request = await findNewestRequest(ctx.db, id, me.personId)
  const [shown = null] = await showRequests(ctx.db, request ? [request] : [])
  return {
    agreement: await showAgreement(ctx, id),
    checkIn: checkIn && showCheckIn(checkIn),
    request: shown,
  }
}

/** For the page of a pair in the console; the caller has checked who may see it. */
export async function describeCourse(db: Db, id: number): Promise<StaffCourse> {
  const checkIns = await findCheckIns(db, id)
  return {
    agreement: await describeAgreement(db, id, () => true),
    checkIns: checkIns.map((row) => ({ ...showCheckIn(row), personId: row.personId })),
    requests: await showRequests(db, await findRequests(db, id)),
    steps: await showSteps(db, id),
    farewell: await describeFarewell(db, id),
  }
}

/** The facts of a mentorship that the worklist's rules need; no texts. */
type CourseFacts = {
  /** The agreement and its start; null without one. */
  agreement: { meetingsPerMonth: number; since: Date } | null
  /** The last answer of each current member who has given one. `before` is the score of the one before it. */
  checkIns: { personId: number; score: number; before: number | null; answeredAt: Date }[]
  /** Members' requests without an answer. */
  requests: { id: number; personId: number; kind: 'other_partner' | 'end'; askedAt: Date }[]
  /** The last step of the team that still applies; null if there is none. */
  step: { kind: 'remind' | 'warn' | 'pause' | 'end'; takenAt: Date } | null
}

/** By mentorship, for other domains: one entry for each of these ids. */
export async function findCourseFacts(db: Db, mentorshipIds: readonly number[]): Promise<Map<number, CourseFacts>> {
  const facts = new Map<number, CourseFacts>(
    mentorshipIds.map((id) => [id, { agreement: null, checkIns: [], requests: [], step: null }] as const),
  )
  for (const { mentorshipId, meetingsPerMonth, acceptedAt } of await findAgreed(db, mentorshipIds)) {
    const entry = facts.get(mentorshipId)
    if (entry) entry.agreement = { meetingsPerMonth, since: acceptedAt }
  }
  const answers = await findLastAnswers(db, mentorshipIds)
  for (const [, own] of Map.groupBy(answers, ({ mentorshipId, personId }) => `${mentorshipId} ${personId}`)) {
    const [last, before] = own
    if (!last || last.score === null || last.answeredAt === null) continue
    const { mentorshipId, personId, score, answeredAt } = last
    facts.get(mentorshipId)?.checkIns.push({ personId, score, before: before?.score ?? null, answeredAt })
  }
  for (const { mentorshipId, id, personId, kind, askedAt } of await findOpenRequests(db, mentorshipIds)) {
    facts.get(mentorshipId)?.requests.push({ id, personId, kind, askedAt })
  }
  // Oldest first, so the last one stays.
  for (const { mentorshipId, kind, takenAt, undoneAt } of await findSteps(db, mentorshipIds)) {
    const entry = facts.get(mentorshipId)
    if (entry && undoneAt === null) entry.step = { kind, takenAt }
  }
  return facts
}
