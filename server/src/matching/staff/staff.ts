import type { MatchRun, StaffOffer } from '@saathi/contract/matching/staff-calls'
import type { Ctx, Db } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { withdrawOffer as withdraw } from '../offers/close.ts'
import { fits, scoreOf } from '../engine/score.ts'
import { issueOffers, publishOffers as publish } from '../offers/issue.ts'
import { lockSeekers } from '../lock-store.ts'
import { findFreePlaces } from '../places-store.ts'
import { findPlan, type Plan } from '../plan-store.ts'
import { executeRun, type PreparedRun, prepareRun } from '../run/run.ts'
import * as seekers from '../pool/seeker-store.ts'
import { findGroupPage } from './group-store.ts'
import * as store from './store.ts'
import { findSeekerAnswers } from '../store.ts'

// No object checks: staff may act on everybody.

/** Runs before the transaction, because it may take a while and only reads. */
export async function prepareMatching(
  viewer: { db: Db; now: () => Date } & Pick<Ctx, 'actor'>,
  key: string,
): Promise<PreparedRun> {
  const projectId = await store.findPlannedProject(viewer.db, key)
  if (projectId === null) throw notFound('matching.no_plan')
  return prepareRun(viewer, projectId)
}

export const runMatching = (ctx: Ctx, prepared: PreparedRun, dryRun: boolean): Promise<MatchRun> =>
  executeRun(ctx, prepared, { dryRun })

export const listOffers = ({ db }: Ctx, query: Parameters<typeof store.findOfferPage>[1]) => store.findOfferPage(db, query)

export async function publishOffers(ctx: Ctx, ids: readonly number[]): Promise<{ published: number }> {
  return { published: await publish(ctx, [...new Set(ids)]) }
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
  const offer = id === undefined ? null : await store.findStaffOffer(ctx.db, id)
  if (!offer) throw conflict('matching.no_place')
  return offer
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

export async function withdrawOffer(ctx: Ctx, id: number, reason: string): Promise<StaffOffer> {
  if (!(await store.findStaffOffer(ctx.db, id))) throw notFound('matching.not_found')
  if (!(await withdraw(ctx, id))) throw conflict('matching.over')
  await store.updateOfferReason(ctx.db, id, reason)
  const offer = await store.findStaffOffer(ctx.db, id)
  if (!offer) throw notFound('matching.not_found')
  return offer
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

export async function requirePeople(ctx: Ctx, ids: readonly number[], { areOpen = false } = {}): Promise<void> {
  const people = await store.findPeople(ctx.db, ids)
  const found = people.filter(({ isDisabled }) => !(areOpen && isDisabled))
  if (found.length !== new Set(ids).size) throw notFound('matching.person_not_found')
}

export const listSeekers = ({ db }: Ctx, query: Parameters<typeof seekers.findSeekerPage>[1]) => seekers.findSeekerPage(db, query)

export const listGroups = ({ db }: Ctx, page: { page: number; size: number }) => findGroupPage(db, page)
