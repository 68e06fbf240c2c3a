import { localeOf } from '@saathi/contract/core/message'
import type { MatchRun, StaffOffer, Seeker } from '@saathi/contract/matching/staff-calls'
import { can, scopeOf } from '#accounts/public.ts'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { isRunning } from '../choose/choice.ts'
import { fits, scoreOf } from '../engine/score.ts'
import { type GroupDecision, groupDecisions } from '../groups/groups.ts'
import { findGroup } from '../groups/store.ts'
import { findOffers, lockSeekers, lockOffersOf } from '../lock-store.ts'
import { withdrawOffer as withdraw, closeOpenOffers, withdrawOffers } from '../offers/close.ts'
import { issueOffers, publishOffers as publish } from '../offers/issue.ts'
import { findPlan, type Plan } from '../plan-store.ts'
import { lockWithPartners, leavePool, reviewSeeker } from '../pool/pool.ts'
import * as seekers from '../pool/seeker-store.ts'
import { findFreePlaces, findCapacity } from '../pool/seeker-store.ts'
import { findPlannedPerson, findRestEnd } from '../pool/store.ts'
import { executeRun, type PreparedRun, prepareRun } from '../run/run.ts'
import { requireChecksPassed } from '../screening/screening.ts'
import { describeCompared } from '../show-match.ts'
import { findSeekerAnswers } from '../store.ts'
import { deleteApart, findApartPage } from './apart-store.ts'
import * as store from './store.ts'
import { requestRun } from '../run/request-run.ts'
import { updateStatus } from '../status.ts'

/** People, offers and groups of other programmes get the same errors as unknown ids. */
const covers = ({ actor }: Pick<Ctx, 'actor'>, projectId: number | null) => can(actor, 'staff.matching', projectId)

/** Runs before the transaction, because it may take a while and only reads. */
export async function prepareMatching(
  viewer: { db: Db; now: () => Date } & Pick<Ctx, 'actor'>,
  key: string,
): Promise<PreparedRun> {
  const projectId = await store.findPlannedProject(viewer.db, key)
  const plan = projectId === null || !covers(viewer, projectId) ? null : await findPlan(viewer.db, projectId)
  if (!plan) throw notFound('matching.no_plan')
  const by = plan.criteria.map((criterion) => criterion.key)
  return prepareRun(viewer, plan.projectId, { by, language: viewer.actor.language })
}

export const runMatching = (ctx: Ctx, prepared: PreparedRun, dryRun: boolean): Promise<MatchRun> =>
  executeRun(ctx, prepared, { dryRun })

export async function listOffers(ctx: Ctx, query: Omit<store.OfferQuery, 'scope'>) {
  const scope = scopeOf(ctx.actor, 'staff.matching')
  const { offers, hasNextPage } = await store.findOfferPage(ctx.db, { ...query, scope })
  return { offers: await describeOffers(ctx, offers), hasNextPage }
}

async function describeOffers({ db, actor }: Ctx, rows: readonly store.StaffOfferRow[]): Promise<StaffOffer[]> {
  const plans = new Map<number, Plan | null>()
  for (const { projectId } of rows) if (!plans.has(projectId)) plans.set(projectId, await findPlan(db, projectId))
  return rows.map(({ projectId, reasons, ...row }) => ({
    ...row,
    compared: describeCompared(plans.get(projectId)?.criteria ?? [], reasons, actor.language),
  }))
}

export async function publishOffers(ctx: Ctx, ids: readonly number[]): Promise<{ published: number }> {
  const found = await findOffers(ctx.db, [...new Set(ids)])
  const own = found.filter(({ projectId }) => covers(ctx, projectId)).map(({ id }) => id)
  return { published: await publish(ctx, own) }
}

export const countToDecide = ({ db, actor }: Ctx) => store.countToDecide(db, scopeOf(actor, 'staff.matching'))

export async function settleGroup(ctx: Ctx, id: number, decision: GroupDecision): Promise<Record<string, never>> {
  const group = await findGroup(ctx.db, id)
  if (!group || !covers(ctx, group.projectId)) throw notFound('matching.no_group')
  await groupDecisions[decision](ctx, id)
  await ctx.raise({ type: 'matching.decisions_changed', projectId: group.projectId })
  return {}
}

type PairRequest = { mentor: number; mentee: number; reason: string }

/** A match made by staff must follow the same rules: mandatory criteria, pairs kept apart, and free places. */
export async function makeMatch(ctx: Ctx, { mentor, mentee, reason }: PairRequest): Promise<StaffOffer> {
  await requirePeople(ctx, [mentor, mentee], { areOpen: true })
  const pair = { mentorId: mentor, menteeId: mentee }
  const scored = await scorePair(ctx, pair)
  if (!scored || (await store.isKeptApart(ctx.db, pair))) throw badInput('matching.does_not_fit')
  if ((await store.findOpenOffer(ctx.db, pair)) !== null) throw conflict('matching.already_offered')
  const { projectId, ...compared } = scored
  const isFree = (await findFreePlaces(ctx.db, mentor, ctx.now())) > 0
  const made = { ...pair, ...compared, madeBy: ctx.actor.personId, madeBecause: reason }
  const [id] = isFree ? await issueOffers(ctx, projectId, [made]) : []
  if (id === undefined) throw conflict('matching.no_place')
  return showOffer(ctx, id)
}

/** Null unless both seek in the same project, share the mandatory criteria, and the mentor is approved if the plan requires it. */
async function scorePair({ db }: Ctx, { mentorId, menteeId }: { mentorId: number; menteeId: number }) {
  const mentor = await seekers.findPoolEntry(db, mentorId)
  const mentee = await seekers.findPoolEntry(db, menteeId)
  if (mentor?.part !== 'mentor' || mentee?.part !== 'mentee' || mentor.projectId !== mentee.projectId) return null
  const plan: Plan | null = await findPlan(db, mentor.projectId)
  const answers = await findSeekerAnswers(db, [mentorId, menteeId])
  const [theirs, own] = [answers.get(mentorId) ?? {}, answers.get(menteeId) ?? {}]
  if (!plan || !fits(plan.criteria, own, theirs)) return null
  if (plan.needsApproval && !(await seekers.findApproved(db, [mentorId])).has(mentorId)) return null
  return { projectId: plan.projectId, ...scoreOf(plan.criteria, own, theirs) }
}

async function showOffer(ctx: Ctx, id: number): Promise<StaffOffer> {
  const row = await store.findStaffOffer(ctx.db, id)
  const [offer] = row && covers(ctx, row.projectId) ? await describeOffers(ctx, [row]) : []
  if (!offer) throw notFound('matching.not_found')
  return offer
}

export async function withdrawOffer(ctx: Ctx, id: number, reason: string): Promise<StaffOffer> {
  await showOffer(ctx, id)
  if (!(await withdraw(ctx, id))) throw conflict('matching.over')
  await store.updateOfferReason(ctx.db, id, reason)
  return showOffer(ctx, id)
}

/** Also ends an open offer between them. */
export async function keepApart(ctx: Ctx, { mentor, mentee, reason }: PairRequest): Promise<Record<string, never>> {
  await requirePeople(ctx, [mentor, mentee])
  const pair = { mentorId: mentor, menteeId: mentee }
  // A concurrent run locks them too: either its offer is visible below and ended, or it sees the row inserted here.
  await lockSeekers(ctx.db, [mentor, mentee])
  await store.insertApart(ctx.db, { ...pair, reason, madeBy: ctx.actor.personId, now: ctx.now() })
  const open = await store.findOpenOffer(ctx.db, pair)
  if (open !== null) await withdraw(ctx, open)
  return {}
}

export const listApart = ({ db, actor }: Ctx, query: Omit<Parameters<typeof findApartPage>[1], 'scope'>) =>
  findApartPage(db, { ...query, scope: scopeOf(actor, 'staff.matching') })

/**
 * Reverts keepApart, for a mistake or a reason that no longer applies. Earlier rejections and mentorships of the pair still
 * count.
 */
export async function allowTogether(ctx: Ctx, { mentor, mentee }: PairRequest): Promise<Record<string, never>> {
  await requirePeople(ctx, [mentor, mentee])
  if (!(await deleteApart(ctx.db, { mentorId: mentor, menteeId: mentee }))) throw notFound('matching.not_apart')
  return {}
}

async function requirePeople(ctx: Ctx, ids: readonly number[], { areOpen = false } = {}): Promise<void> {
  const people = await store.findPeople(ctx.db, ids)
  const found = people.filter(({ projectId, isDisabled }) => covers(ctx, projectId) && !(areOpen && isDisabled))
  if (found.length !== new Set(ids).size) throw notFound('matching.person_not_found')
}

export const listSeekers = ({ db, actor }: Ctx, query: Omit<Parameters<typeof seekers.findSeekerPage>[1], 'scope'>) =>
  seekers.findSeekerPage(db, { ...query, scope: scopeOf(actor, 'staff.matching') })

export const listGroups = ({ db, actor }: Ctx, query: Omit<Parameters<typeof store.findGroupPage>[1], 'scope'>) =>
  store.findGroupPage(db, { ...query, scope: scopeOf(actor, 'staff.matching') })

type SeekerSettings = { isSeeking?: boolean | undefined; isApproved?: boolean | undefined; places?: number | undefined }

/** Staff settings for a person. Approval and places of a mentor are saved even if they are not in the pool. */
export async function setSeeker(ctx: Ctx, personId: number, settings: SeekerSettings): Promise<{ seeker: Seeker | null }> {
  const { isSeeking, isApproved, places } = settings
  await requirePeople(ctx, [personId])
  await lockWithPartners(ctx, [personId])
  if (isApproved) await requireChecksPassed(ctx, personId)
  if (isSeeking) await requireRested(ctx, personId)
  await seekers.saveMentor(ctx.db, personId, { isApproved, places, now: ctx.now() })
  if (isSeeking === false) {
    await seekers.insertPoolExclusion(ctx.db, personId, ctx.actor.personId, ctx.now())
    await leavePool(ctx, personId)
    return { seeker: null }
  }
  if (isSeeking) await seekers.deletePoolExclusion(ctx.db, personId)
  // A change of places may add the mentor to the pool or remove them.
  if (isSeeking || places !== undefined) await reviewSeeker(ctx, personId)
  const entry = await seekers.findPoolEntry(ctx.db, personId)
  if (entry && isApproved === false) await endAllOffers(ctx, personId, entry.projectId)
  if (entry && places !== undefined) await withdrawBeyondCapacity(ctx, personId, entry.projectId)
  const seeker = await seekers.findSeeker(ctx.db, personId)
  if (!seeker) await requirePossibleSeeker(ctx, personId, isSeeking ?? false)
  if (isApproved !== undefined) await updateStatus(ctx, [personId])
  if (entry) await requestRun(ctx, entry.projectId)
  return { seeker }
}

async function requireRested(ctx: Ctx, personId: number): Promise<void> {
  const until = await findRestEnd(ctx.db, personId, ctx.now())
  if (!until) return
  const day = new Intl.DateTimeFormat(localeOf(ctx.actor.language), { dateStyle: 'long', timeZone: 'Asia/Kolkata' }).format(until)
  throw conflict('matching.rests', { values: { day } })
}

/** Refuses if the person should be in the pool but does not qualify, or if their project has no matching. */
async function requirePossibleSeeker(ctx: Ctx, personId: number, isSeeking: boolean): Promise<void> {
  if (isSeeking || !(await findPlannedPerson(ctx.db, personId, ctx.now())))
    throw badInput('matching.does_not_fit', { text: 'refusal.matching.does_not_fit.cannot_seek' })
}

/** Ends all open offers of a mentor whose approval was withdrawn. */
async function endAllOffers(ctx: Ctx, mentorId: number, projectId: number): Promise<void> {
  const plan = await findPlan(ctx.db, projectId)
  if (plan?.needsApproval) await closeOpenOffers(ctx, mentorId, 'unavailable')
}

/** When a pair mentor has fewer places, withdraws the latest choices beyond them; with no place left, all pending offers too. */
async function withdrawBeyondCapacity(ctx: Ctx, mentorId: number, projectId: number): Promise<void> {
  const plan = await findPlan(ctx.db, projectId)
  if (plan?.groupType !== '1to1') return
  const room = await findCapacity(ctx.db, mentorId, ctx.now())
  const open = (await lockOffersOf(ctx.db, [mentorId])).filter((offer) => offer.mentorId === mentorId)
  const chosen = open.filter((offer) => offer.state === 'chosen' && isRunning(offer, ctx.now()))
  const inOrder = chosen.toSorted((a, b) => a.turnStartedAt.getTime() - b.turnStartedAt.getTime() || a.id - b.id)
  const pending = chosen.length < room ? [] : open.filter(({ state }) => state === 'issued' || state === 'proposed')
  const excess = [...inOrder.slice(room), ...pending].map(({ id }) => id)
  if (excess.length > 0) await withdrawOffers(ctx, excess, 'staff')
}
