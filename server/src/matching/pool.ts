import type { Answer } from '@saathi/contract/questions/entities'
import { findExperiences, roleMay } from '#accounts/public.ts'
import { answerKeys, type PlanCriterion } from '#content/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { findCriteria } from '#surveys/public.ts'
import { closeOpenOffers, peopleIn } from './close-offers.ts'
import { findOpenOffersOf, lockPeople, lockSeekers } from './lock-store.ts'
import type { SeekerAnswers } from './offer.ts'
import { deleteSeeker, findPlannedPerson, isSeeking, type PlannedPerson, saveSeeker } from './pool-store.ts'
import { insertOut } from './seeker-store.ts'
import { settleStatus } from './standing.ts'

type Part = 'mentor' | 'mentee'

/**
 * Whoever looks at somebody's search and then changes it waits here for whoever does the same: what one has read while the other
 * writes would bring back who has just been found or taken out. Those around them are held with them, in everybody's order.
 */
export async function holdPeople({ db }: Pick<ListenerCtx, 'db'>, personIds: readonly number[]): Promise<void> {
  await lockSeekers(db, [...new Set([...personIds, ...peopleIn(await findOpenOffersOf(db, personIds))])])
  await lockPeople(db, personIds)
}

/** In the search from now on, if there is a search for them; who is in it already is asked anew what they answered. */
export async function enterPool(ctx: ListenerCtx, personId: number): Promise<boolean> {
  await holdPeople(ctx, [personId])
  const person = await findPlannedPerson(ctx.db, personId)
  const part = person && (await partOf(ctx, personId, person))
  if (!person || !part) return false
  const answers = answersFor(person.criteria, await findCriteria(ctx.db, personId))
  const hasAnswered = person.criteria.every(({ key, strength }) => strength !== 'must' || (answers[key] ?? []).length > 0)
  // Who is in it stays, though the plan may ask for more by now: the team sees why nobody is found for them.
  if (!hasAnswered) return isSeeking(ctx.db, personId)
  const { projectId } = person
  if (await saveSeeker(ctx.db, { personId, projectId, part, since: ctx.now(), answers })) {
    await settleStatus(ctx, [personId])
    await ctx.raise({ type: 'matching.came_back', projectId })
  }
  return true
}

/** Out of the search; what was open around them is closed, and the others learn of it. */
export async function leavePool(ctx: ListenerCtx, personId: number): Promise<void> {
  await holdPeople(ctx, [personId])
  if (!(await isSeeking(ctx.db, personId))) return
  await closeOpenOffers(ctx, personId, 'unavailable')
  await deleteSeeker(ctx.db, personId)
  await settleStatus(ctx, [personId])
}

/** After something has changed about someone: in or out, as it now is. */
export async function reviewSeeker(ctx: ListenerCtx, personId: number): Promise<void> {
  if (!(await enterPool(ctx, personId))) await leavePool(ctx, personId)
}

/** All are held before the first is looked at: two who look at the same people wait for each other one way round. */
export async function reviewSeekers(ctx: ListenerCtx, personIds: readonly number[]): Promise<void> {
  await holdPeople(ctx, personIds)
  for (const personId of personIds) await reviewSeeker(ctx, personId)
}

/**
 * The end of a mentorship begins no new search: whether it should is the team's to say. Only whose partner has left Saathi is
 * looked for again at once, and who is still in the search for a further place stays in it.
 */
export async function reviewAfterEnd(ctx: ListenerCtx, personIds: readonly number[], goneId: number | null): Promise<void> {
  const others = personIds.filter((personId) => personId !== goneId)
  await holdPeople(ctx, others)
  for (const personId of others) {
    const isEnded = goneId === null && !(await isSeeking(ctx.db, personId))
    if (isEnded) await insertOut(ctx.db, personId, null, ctx.now())
    await reviewSeeker(ctx, personId)
  }
}

/** Null for who looks for nobody. */
async function partOf(ctx: ListenerCtx, personId: number, person: PlannedPerson): Promise<Part | null> {
  if (!person.isOpen || person.isOut) return null
  const { curriculum } = await findExperiences(ctx.db, personId)
  if (roleMay(person.role, 'mentorship.lead')) return curriculum !== 'off' && hasRoom(person) ? 'mentor' : null
  // A mentee comes when the mentorship area is theirs; a mentor waits for nothing but a mentee.
  if (roleMay(person.role, 'mentorship.follow')) return curriculum === 'use' && !person.isFollowing ? 'mentee' : null
  return null
}

/** One group at a time; of pairs as many as there are places for. */
const hasRoom = ({ groupType, menteeCount, places }: PlannedPerson) => menteeCount < (groupType === '1toM' ? 1 : places)

/** Of all that was answered what the plan compares, as lists of keys. */
export function answersFor(criteria: readonly PlanCriterion[], given: ReadonlyMap<string, Answer>): SeekerAnswers {
  return Object.fromEntries(
    criteria.flatMap((criterion) => {
      const keys = answerKeys(criterion, given.get(criterion.key))
      return keys.length > 0 ? [[criterion.key, keys]] : []
    }),
  )
}
