import { Id } from '@saathi/contract/core/fields'
import type { Answer } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { findExperiences, roleMay } from '#accounts/public.ts'
import { answerKeys, type PlanCriterion } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { findCriteria } from '#surveys/public.ts'
import { findOpenOffersOf, lockPeople, lockSeekers } from '../lock-store.ts'
import type { SeekerAnswers } from '../offer.ts'
import { closeOpenOffers, peopleIn, withdrawOffers } from '../offers/close.ts'
import { updateStatus } from '../status.ts'
import { requestRun } from '../run/request-run.ts'
import type { MembersLeft } from '#mentorship/public.ts'
import { insertPoolExclusion } from './seeker-store.ts'
import {
  deleteSeeker,
  findPlannedPerson,
  isSeeking,
  type PlannedPerson,
  saveRest,
  saveSeeker,
  findPeopleToReview,
  findProjectsToReview,
  findStrayOffers,
} from './store.ts'

const BATCH_SIZE = 50

type Part = 'mentor' | 'mentee'

/**
 * Lock before read-modify-write on the pool; otherwise a concurrent review could re-add somebody who was just matched or removed.
 * Locks their offer partners too, in the common lock order.
 */
export async function lockWithPartners({ db }: Pick<ListenerCtx, 'db'>, personIds: readonly number[]): Promise<void> {
  await lockSeekers(db, [...new Set([...personIds, ...peopleIn(await findOpenOffersOf(db, personIds))])])
  await lockPeople(db, personIds)
}

/** Adds the person to the pool if they qualify, or refreshes their answers if they are already in it. */
export async function enterPool(ctx: ListenerCtx, personId: number): Promise<boolean> {
  await lockWithPartners(ctx, [personId])
  const person = await findPlannedPerson(ctx.db, personId, ctx.now())
  const part = person && (await partOf(ctx, personId, person))
  if (!person || !part) return false
  const answers = answersFor(person.criteria, await findCriteria(ctx.db, personId))
  const hasAnswered = person.criteria.every(({ key, strength }) => strength !== 'must' || (answers[key] ?? []).length > 0)
  // People in the pool stay even if the plan now requires more answers: a run reports why nobody is found for them.
  if (!hasAnswered) return isSeeking(ctx.db, personId)
  const { projectId } = person
  if (await saveSeeker(ctx.db, { personId, projectId, part, since: ctx.now(), answers })) {
    await updateStatus(ctx, [personId])
    await requestRun(ctx, projectId)
  }
  return true
}

/** Removes the person from the pool and ends their open offers; the others are notified. */
export async function leavePool(ctx: ListenerCtx, personId: number): Promise<void> {
  await lockWithPartners(ctx, [personId])
  if (!(await isSeeking(ctx.db, personId))) return
  await closeOpenOffers(ctx, personId, 'unavailable')
  await deleteSeeker(ctx.db, personId)
  await updateStatus(ctx, [personId])
}

/** Adds or removes a person after something about them has changed. */
export async function reviewSeeker(ctx: ListenerCtx, personId: number): Promise<void> {
  if (!(await enterPool(ctx, personId))) await leavePool(ctx, personId)
}

/** Locks everybody before the first review, so that two reviews of the same people cannot deadlock. */
export async function reviewSeekers(ctx: ListenerCtx, personIds: readonly number[]): Promise<void> {
  await lockWithPartners(ctx, personIds)
  for (const personId of personIds) await reviewSeeker(ctx, personId)
}

/**
 * The end of a mentorship does not put anybody back into the pool; staff decide that. Exceptions: people whose partner has left
 * Saathi return at once, and mentors who are still in the pool for another place stay. After a farewell everybody rests first,
 * and those who did not ask to stop return by themselves: the review of every night adds them.
 */
export async function reviewAfterEnd(ctx: ListenerCtx, { personIds, goneId, ending }: MembersLeft): Promise<void> {
  const others = personIds.filter((personId) => personId !== goneId)
  await lockWithPartners(ctx, others)
  for (const personId of others) {
    const isEnded = goneId === null && !(await isSeeking(ctx.db, personId))
    const isOut = ending?.takenOut.includes(personId) || (isEnded && !ending?.matchedAgain.includes(personId))
    if (isOut) await insertPoolExclusion(ctx.db, personId, null, ctx.now())
    if (ending) await saveRest(ctx.db, personId, ending.restsUntil)
    await reviewSeeker(ctx, personId)
  }
}

/** Null if the person is not seeking anybody. */
async function partOf(ctx: ListenerCtx, personId: number, person: PlannedPerson): Promise<Part | null> {
  if (!person.isOpen || person.isExcluded || person.rests) return null
  const { curriculum } = await findExperiences(ctx.db, personId)
  if (roleMay(person.role, 'mentorship.lead')) return curriculum !== 'off' && hasRoom(person) ? 'mentor' : null
  // Mentees join once the mentorship area is open to them; mentors can join before that.
  if (roleMay(person.role, 'mentorship.follow')) return curriculum === 'use' && !person.isFollowing ? 'mentee' : null
  return null
}

/** One group at a time, or as many pairs as there are places. */
const hasRoom = ({ groupType, menteeCount, places }: PlannedPerson) => menteeCount < (groupType === '1toM' ? 1 : places)

/** The answers that the plan compares, as lists of option keys. */
export function answersFor(criteria: readonly PlanCriterion[], answers: ReadonlyMap<string, Answer>): SeekerAnswers {
  return Object.fromEntries(
    criteria.flatMap((criterion) => {
      const keys = answerKeys(criterion, answers.get(criterion.key))
      return keys.length > 0 ? [[criterion.key, keys]] : []
    }),
  )
}

/**
 * Runs after a programme is loaded, and every night. A new, changed or removed plan affects existing people, so all of them are
 * added to or removed from the pool, in batches.
 */
export const reviewJob = defineJob({
  name: 'matching.review',
  payload: z.strictObject({ projectId: Id, after: z.int() }),
  retry: { limit: 5, delaySeconds: 20, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 300,
  work: async (ctx, { projectId, after }) => {
    if (after === 0) await withdrawOffers(ctx, await findStrayOffers(ctx.db, projectId), 'staff')
    const people = await findPeopleToReview(ctx.db, { projectId, after, limit: BATCH_SIZE })
    await reviewSeekers(ctx, people)
    const next = people.at(-1)
    if (next !== undefined && people.length === BATCH_SIZE) await ctx.enqueue(reviewJob, { projectId, after: next })
  },
})

export const enqueueReview = (ctx: Pick<ListenerCtx, 'enqueue'>, projectId: number): Promise<unknown> =>
  ctx.enqueue(reviewJob, { projectId, after: 0 })

export async function enqueueReviews(ctx: Pick<ListenerCtx, 'db' | 'enqueue'>): Promise<void> {
  for (const projectId of await findProjectsToReview(ctx.db)) await enqueueReview(ctx, projectId)
}
