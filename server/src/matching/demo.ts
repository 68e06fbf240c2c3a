import type { NewAccount, NewMatches, NewMatchGroup, NewMatchOffer } from '#content/public.ts'
import type { ListenerCtx } from '#core/events.ts'
import { findCriteria } from '#surveys/public.ts'
import { backdateSeeker, insertDemoOffer, removeSeekers, setPairManager } from './demo-store.ts'
import { scoreOf } from './engine/score.ts'
import { beginGroupTime } from './group-time.ts'
import { insertGroup, insertPlaces } from './groups-store.ts'
import { findPlan, type Plan } from './plan-store.ts'
import { answersFor, enterPool } from './pool.ts'
import { insertOut } from './seeker-store.ts'
import { settleStatus } from './standing.ts'
import { beginTurn } from './turn.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Who of the demo is being looked for stands in its folder; nobody is told, for them it is nothing new. */
export async function giveMatches(
  ctx: ListenerCtx,
  { newAccounts, newMatches }: { newAccounts: readonly NewAccount[]; newMatches: NewMatches },
): Promise<void> {
  const people = newAccounts.map(({ personId }) => personId)
  const { seekers, pairManagers, offers, groups } = newMatches
  const wanted = new Set(seekers.map(({ personId }) => personId))
  // Answers and flags alone bring some in; in a folder that says nothing of the search they stay in it.
  const others = seekers.length > 0 ? people.filter((id) => !wanted.has(id)) : []
  for (const personId of others) await enterPool(ctx, personId)
  for (const personId of await removeSeekers(ctx.db, others)) await insertOut(ctx.db, personId, null, ctx.now())
  for (const seeker of seekers) {
    await enterPool(ctx, seeker.personId)
    if (!(await backdateSeeker(ctx.db, seeker)))
      throw new Error(`${seeker.personId} was checked before and must be in the search`)
  }
  for (const { projectId, personId } of pairManagers) await setPairManager(ctx.db, projectId, personId)
  for (const offer of offers) await giveOffer(ctx, offer)
  for (const group of groups) await giveGroup(ctx, group)
  await settleStatus(ctx, people)
}

async function giveOffer(ctx: ListenerCtx, offer: NewMatchOffer): Promise<void> {
  const plan = await mustFindPlan(ctx, offer.projectId)
  const { issuedAt, chosenAt, endedAt } = offer
  // Where the mentor is asked next, the time to decide begins anew.
  const turnedAt = plan.groupType === '1to1' ? (chosenAt ?? issuedAt) : issuedAt
  const expiresAt =
    endedAt === null ? await beginTurn(ctx, plan, turnedAt) : new Date(turnedAt.getTime() + plan.expiryHours * HOUR)
  await insertOffer(ctx, plan, { ...offer, turnedAt, expiresAt })
}

async function giveGroup(ctx: ListenerCtx, { mentorId, menteeIds, createdOn, ...group }: NewMatchGroup): Promise<void> {
  const plan = await mustFindPlan(ctx, group.projectId)
  const startsAt = new Date(createdOn.getTime() + plan.groupStartsIn * DAY)
  const { projectId, groupSize: size } = plan
  const groupId = await insertGroup(ctx.db, { projectId, mentorId, size, createdOn, startsAt })
  // Long enough before that whoever decided had time to read.
  const issuedAt = new Date(createdOn.getTime() - DAY / 2)
  const expiresAt = new Date(issuedAt.getTime() + plan.expiryHours * HOUR)
  for (const [at, menteeId] of menteeIds.entries()) {
    const held = { mentorId, menteeId, state: 'held', endedBy: null, issuedAt, turnedAt: issuedAt, expiresAt }
    const offerId = await insertOffer(ctx, plan, { ...held, chosenAt: createdOn, endedAt: null })
    await insertPlaces(ctx.db, groupId, [{ place: at + 1, menteeId, offerId }], createdOn)
  }
  await beginGroupTime(ctx, { groupId, startsAt })
}

type Dated = Pick<NewMatchOffer, 'mentorId' | 'menteeId' | 'endedBy' | 'issuedAt' | 'chosenAt' | 'endedAt'> & {
  state: string
  turnedAt: Date
  expiresAt: Date
}

/** Scored as the engine would, by what both have answered. */
async function insertOffer({ db }: ListenerCtx, plan: Plan, { issuedAt, ...offer }: Dated): Promise<number> {
  const { projectId, groupType, criteria } = plan
  const answersOf = async (personId: number) => answersFor(criteria, await findCriteria(db, personId))
  const scored = scoreOf(criteria, await answersOf(offer.menteeId), await answersOf(offer.mentorId))
  return insertDemoOffer(db, { projectId, groupType, ...offer, ...scored, createdAt: issuedAt })
}

async function mustFindPlan({ db }: ListenerCtx, projectId: number): Promise<Plan> {
  const plan = await findPlan(db, projectId)
  if (!plan) throw new Error('the project was checked before and must bring people together')
  return plan
}
