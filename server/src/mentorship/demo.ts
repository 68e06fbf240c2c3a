import type { NewMentorship } from '#content/public.ts'
import type { Db, ListenerCtx } from '#core/ctx.ts'
import { DAY_MS } from '@saathi/contract/core/time'
import { FAREWELL_DAYS, FarewellReason } from '@saathi/contract/mentorship/farewell'
import { closeMentorshipSessions, insertDemoMentorshipProgress } from '#learning/public.ts'
import { RequestReason } from '@saathi/contract/mentorship/course-entities'
import { insertProposal } from './agreement/store.ts'
import { insertDemoCheckIn } from './check-ins/store.ts'
import { enqueueClosing } from './farewell/begin.ts'
import { insertFarewell, saveWords } from './farewell/store.ts'
import { insertStarted, peopleOf } from './lifecycle.ts'
import { insertRequest } from './requests/store.ts'
import { findProject } from './store.ts'

/** Creates the demo mentorships with their history. Sends no notices, because these mentorships started in the past. */
export async function insertDemoMentorships(ctx: ListenerCtx, mentorships: readonly NewMentorship[]): Promise<void> {
  for (const { begun, ...mentorship } of mentorships) {
    const project = await findProject(ctx.db, mentorship.projectId)
    if (!project) continue
    const silentCtx = { db: ctx.db, raise: async () => {}, push: () => {} }
    const made = { ...mentorship, groupType: project.groupType, celebratedAt: mentorship.startedAt }
    const { mentorshipId } = await insertStarted(silentCtx, made, async () => {})
    await insertDemoMentorshipProgress(ctx, mentorshipId, begun)
    await insertDemoCourse(ctx.db, mentorshipId, mentorship)
    const { endedAt } = mentorship
    await insertDemoFarewell(ctx, mentorshipId, mentorship)
    if (endedAt !== null) await closeMentorshipSessions({ db: ctx.db, now: () => endedAt }, mentorshipId, peopleOf(made))
  }
}

/** The mentor proposed, and the mentee accepted the next day. */
async function insertDemoCourse(
  db: Db,
  mentorshipId: number,
  {
    mentorId,
    startedAt,
    meetingsPerMonth,
    checkIns,
    requests,
  }: Pick<NewMentorship, 'mentorId' | 'startedAt' | 'meetingsPerMonth' | 'checkIns' | 'requests'>,
): Promise<void> {
  if (meetingsPerMonth !== null) {
    const acceptedAt = new Date(startedAt.getTime() + DAY_MS)
    const agreed = { proposedBy: mentorId, meetingsPerMonth, proposedAt: startedAt, acceptedAt }
    await insertProposal(db, { mentorshipId, ...agreed })
  }
  const counts = new Map<number, number>()
  for (const { personId, askedAt, score, words } of checkIns) {
    const number = (counts.get(personId) ?? 0) + 1
    counts.set(personId, number)
    const answeredAt = score === null ? null : askedAt
    await insertDemoCheckIn(db, { mentorshipId, personId, number, askedAt, score, words, answeredAt })
  }
  for (const request of requests) {
    await insertRequest(db, { ...request, mentorshipId, reason: RequestReason.parse(request.reason) })
  }
}

/** A farewell in progress is closed by the usual job. */
async function insertDemoFarewell(
  ctx: ListenerCtx,
  mentorshipId: number,
  { farewell, endedAt }: Pick<NewMentorship, 'farewell' | 'endedAt'>,
): Promise<void> {
  if (!farewell) return
  const { begunBy, begunAt, words } = farewell
  const closesAt = new Date(begunAt.getTime() + FAREWELL_DAYS * DAY_MS)
  const reason = FarewellReason.parse(farewell.reason)
  const made = { mentorshipId, reason, begunBy, begunAt, closesAt, closedAt: endedAt }
  const farewellId = await insertFarewell(ctx.db, made)
  if (farewellId === null) return
  for (const each of words) await saveWords(ctx.db, farewellId, { ...each, writtenAt: begunAt })
  if (endedAt === null) await enqueueClosing(ctx, { mentorshipId, farewellId }, closesAt)
}
