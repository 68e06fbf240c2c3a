import { DAY_MS, HOUR_MS } from '@saathi/contract/core/time'
import type { NewAccount, NewMatches, NewMatchGroup, NewMatchOffer } from '#content/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { findCriteria } from '#surveys/public.ts'
import { backdateAndApproveSeeker, insertDemoOffer, removeSeekers, setPairManager } from './demo-store.ts'
import { scoreOf } from './engine/score.ts'
import { scheduleGroupStart } from './groups/start.ts'
import { insertGroup, insertPlaces } from './groups/store.ts'
import { findPlan, type Plan } from './plan-store.ts'
import { answersFor, enterPool } from './pool/pool.ts'
import { insertPoolExclusion } from './pool/seeker-store.ts'
import { updateStatus } from './status.ts'
import { startTurn } from './offers/turn.ts'

/** Creates the matching state that the demo folder describes. Sends no notices, because these events lie in the past. */
export async function insertDemoMatches(
  ctx: ListenerCtx,
  { newAccounts, newMatches }: { newAccounts: readonly NewAccount[]; newMatches: NewMatches },
): Promise<void> {
  const people = newAccounts.map(({ personId }) => personId)
  const { seekers, pairManagers, offers, groups } = newMatches
  const seekerIds = new Set(seekers.map(({ personId }) => personId))
  // Answers and flags alone put some people into the pool. They stay there if the folder lists no seekers.
  const others = seekers.length > 0 ? people.filter((id) => !seekerIds.has(id)) : []
  for (const personId of others) await enterPool(ctx, personId)
  for (const personId of await removeSeekers(ctx.db, others)) await insertPoolExclusion(ctx.db, personId, null, ctx.now())
  for (const seeker of seekers) {
    await enterPool(ctx, seeker.personId)
    if (!(await backdateAndApproveSeeker(ctx.db, seeker)))
      throw new Error(`${seeker.personId} passed the folder check but is not in the matching pool`)
  }
  for (const { projectId, personId } of pairManagers) await setPairManager(ctx.db, projectId, personId)
  for (const offer of offers) await addOffer(ctx, offer)
  for (const group of groups) await addGroup(ctx, group)
  await updateStatus(ctx, people)
}

async function addOffer(ctx: ListenerCtx, offer: NewMatchOffer): Promise<void> {
  const plan = await requirePlan(ctx, offer.projectId)
  const { issuedAt, chosenAt, endedAt } = offer
  // When the turn passes to the mentor, the time to decide starts again.
  const turnStartedAt = plan.groupType === '1to1' ? (chosenAt ?? issuedAt) : issuedAt
  const expiresAt =
    endedAt === null ? await startTurn(ctx, plan, turnStartedAt) : new Date(turnStartedAt.getTime() + plan.expiryHours * HOUR_MS)
  await insertOffer(ctx, plan, { ...offer, turnStartedAt, expiresAt })
}

async function addGroup(ctx: ListenerCtx, { mentorId, menteeIds, createdOn, ...group }: NewMatchGroup): Promise<void> {
  const plan = await requirePlan(ctx, group.projectId)
  const startsAt = new Date(createdOn.getTime() + plan.groupStartsIn * DAY_MS)
  const { projectId, groupSize: size } = plan
  const groupId = await insertGroup(ctx.db, { projectId, mentorId, size, createdOn, startsAt })
  // Half a day earlier, so that the mentor had time to decide.
  const issuedAt = new Date(createdOn.getTime() - DAY_MS / 2)
  const expiresAt = new Date(issuedAt.getTime() + plan.expiryHours * HOUR_MS)
  for (const [at, menteeId] of menteeIds.entries()) {
    const placed = { mentorId, menteeId, state: 'held', endedBy: null, issuedAt, turnStartedAt: issuedAt, expiresAt }
    const offerId = await insertOffer(ctx, plan, { ...placed, chosenAt: createdOn, endedAt: null })
    await insertPlaces(ctx.db, groupId, [{ place: at + 1, menteeId, offerId }], createdOn)
  }
  await scheduleGroupStart(ctx, { groupId, startsAt })
}

type DatedOffer = Pick<NewMatchOffer, 'mentorId' | 'menteeId' | 'endedBy' | 'issuedAt' | 'chosenAt' | 'endedAt'> & {
  state: string
  turnStartedAt: Date
  expiresAt: Date
}

/** Scored like the engine does it, from both people's answers. */
async function insertOffer({ db }: ListenerCtx, plan: Plan, { issuedAt, ...offer }: DatedOffer): Promise<number> {
  const { projectId, groupType, criteria } = plan
  const answersOf = async (personId: number) => answersFor(criteria, await findCriteria(db, personId))
  const scored = scoreOf(criteria, await answersOf(offer.menteeId), await answersOf(offer.mentorId))
  return insertDemoOffer(db, { projectId, groupType, ...offer, ...scored, createdAt: issuedAt })
}

async function requirePlan({ db }: ListenerCtx, projectId: number): Promise<Plan> {
  const plan = await findPlan(db, projectId)
  if (!plan) throw new Error('the project passed the folder check but has no matching plan')
  return plan
}
