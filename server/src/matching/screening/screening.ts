import { CheckKind, type MentorCheck, type ScreenedMentor } from '@saathi/contract/matching/screening-calls'
import { Id } from '@saathi/contract/core/fields'
import { indiaDate } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import * as z from 'zod/mini'
import { can, displayName, findProjects, hasProject, linkToPictures, scopeOf } from '#accounts/public.ts'
import type { Ctx, Db, ListenerCtx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { closeOpenOffers } from '../offers/close.ts'
import { findPlan } from '../plan-store.ts'
import { lockWithPartners } from '../pool/pool.ts'
import { saveMentor } from '../pool/seeker-store.ts'
import { requestRun } from '../run/request-run.ts'
import { updateStatus } from '../status.ts'
import * as store from './store.ts'

const dayAfter = (day: string): Date => new Date(new Date(`${day}T00:00:00+05:30`).getTime() + DAY_MS)

function stateOf(item: store.ItemRow | undefined, today: string): MentorCheck['state'] {
  if (!item) return 'open'
  if (!item.isPassed) return 'failed'
  return item.expiresOn !== null && item.expiresOn < today ? 'expired' : 'passed'
}

/** Whether all checks that the programme requires have passed and are still valid. */
async function isReady(db: Db, { personId, projectId }: { personId: number; projectId: number }, now: Date): Promise<boolean> {
  const items = new Map((await store.findItems(db, [personId])).map((item) => [item.kind, item]))
  const required = await store.findRequirements(db, [projectId])
  return required.every(({ kind }) => stateOf(items.get(kind), indiaDate(now)) === 'passed')
}

/** Mentors of other programmes get the same reply as unknown ids. */
export async function requireMentor(ctx: Pick<Ctx, 'db' | 'actor'>, personId: number): Promise<store.MentorRow> {
  const mentor = await store.findMentor(ctx.db, personId)
  if (!mentor || !can(ctx.actor, 'staff.screening', mentor.projectId)) throw notFound('matching.person_not_found')
  return mentor
}

/** Call before every approval of a mentor: nobody may be approved while a required check is missing. */
export async function requireChecksPassed(ctx: ListenerCtx, personId: number): Promise<void> {
  const mentor = await store.findMentor(ctx.db, personId)
  if (mentor && !(await isReady(ctx.db, mentor, ctx.now()))) throw conflict('matching.checks_open')
}

type ListQuery = { approved: boolean; page: number; size: number }

export async function listMentors(ctx: Ctx, { approved, page, size }: ListQuery) {
  const scope = scopeOf(ctx.actor, 'staff.screening')
  // Fetch one more than is shown, to know whether there are more.
  const rows = await store.findMentors(ctx.db, { scope, isApproved: approved, skip: (page - 1) * size, limit: size + 1 })
  return { mentors: await describeMentors(ctx, rows.slice(0, size)), hasNextPage: rows.length > size }
}

/** Mentors who wait for a decision in the reader's programmes that approve mentors. */
export const countWaiting = ({ db, actor }: Ctx): Promise<number> => store.countUnapproved(db, scopeOf(actor, 'staff.screening'))

const ENDS_SOON_DAYS = 30

/** Approved mentors with a required check that expires soon. */
export const countEndingApprovals = ({ db, actor, now }: Ctx): Promise<number> => {
  const lastDay = indiaDate(new Date(now().getTime() + ENDS_SOON_DAYS * DAY_MS))
  return store.countEndingUntil(db, scopeOf(actor, 'staff.screening'), lastDay)
}

async function describeMentors(ctx: Ctx, rows: readonly store.MentorRow[]): Promise<ScreenedMentor[]> {
  if (rows.length === 0) return []
  const today = indiaDate(ctx.now())
  const ids = rows.map(({ personId }) => personId)
  const items = Map.groupBy(await store.findItems(ctx.db, ids), ({ personId }) => personId)
  const required = Map.groupBy(
    await store.findRequirements(ctx.db, [...new Set(rows.map(({ projectId }) => projectId))]),
    ({ projectId }) => projectId,
  )
  const pictures = await linkToPictures(ctx, rows)
  return rows.map((row, at) => {
    const own = new Map((items.get(row.personId) ?? []).map((item) => [item.kind, item]))
    const needed = new Set((required.get(row.projectId) ?? []).map(({ kind }) => kind))
    const checks = CheckKind.options
      .filter((kind) => needed.has(kind) || own.has(kind))
      .map((kind) => toCheck(kind, own.get(kind), needed.has(kind), today))
    return {
      personId: row.personId,
      name: displayName(row),
      picture: pictures[at] ?? null,
      programme: row.programme,
      isApproved: row.approvedAt !== null,
      waitsSince: row.waitsSince?.toISOString() ?? null,
      checks,
      isReady: checks.every(({ isRequired, state }) => !isRequired || state === 'passed'),
    }
  })
}

const toCheck = (kind: CheckKind, item: store.ItemRow | undefined, isRequired: boolean, today: string): MentorCheck => ({
  kind,
  isRequired,
  state: stateOf(item, today),
  evidence: item?.evidence ?? '',
  by:
    item && item.firstName !== null && item.lastName !== null
      ? displayName({ firstName: item.firstName, lastName: item.lastName })
      : null,
  at: item?.decidedAt.toISOString() ?? null,
  expiresOn: item?.expiresOn ?? null,
  fileName: item?.fileName ?? null,
})

export async function showMentor(ctx: Ctx, personId: number): Promise<ScreenedMentor> {
  const [mentor] = await describeMentors(ctx, [await requireMentor(ctx, personId)])
  if (!mentor) throw notFound('matching.person_not_found')
  return mentor
}

type CheckResult = { kind: CheckKind; isPassed: boolean; evidence: string; expiresOn: string | null }

/** A required check that fails or expires ends the approval at once. */
export async function setCheck(ctx: Ctx, id: number, result: CheckResult): Promise<ScreenedMentor> {
  const { personId } = await requireMentor(ctx, id)
  if (result.expiresOn !== null && result.expiresOn < indiaDate(ctx.now())) throw badInput('matching.check_expired')
  await lockWithPartners(ctx, [personId])
  await store.saveItem(ctx.db, { ...result, personId, by: ctx.actor.personId, now: ctx.now() })
  if (result.isPassed && result.expiresOn !== null) {
    await ctx.enqueue(
      reviewApprovalJob,
      { personId },
      { runAt: dayAfter(result.expiresOn), onceKey: `${personId} ${result.expiresOn}` },
    )
  }
  await reviewApproval(ctx, personId)
  await ctx.raise({ type: 'matching.approval_changed', personId })
  return showMentor(ctx, personId)
}

export async function setApproval(ctx: Ctx, id: number, isApproved: boolean): Promise<ScreenedMentor> {
  const { personId, projectId } = await requireMentor(ctx, id)
  await lockWithPartners(ctx, [personId])
  if (isApproved) {
    await requireChecksPassed(ctx, personId)
    await saveMentor(ctx.db, personId, { isApproved, now: ctx.now() })
    await requestRun(ctx, projectId)
    await updateStatus(ctx, [personId])
    await ctx.raise({ type: 'matching.approval_changed', personId })
  } else {
    await endApproval(ctx, personId, projectId)
  }
  return showMentor(ctx, personId)
}

/** Ends the approval if a required check is missing, failed or expired. True if it did. */
async function reviewApproval(ctx: ListenerCtx, personId: number): Promise<boolean> {
  const mentor = await store.findMentor(ctx.db, personId)
  if (!mentor || mentor.approvedAt === null || (await isReady(ctx.db, mentor, ctx.now()))) return false
  await endApproval(ctx, personId, mentor.projectId)
  return true
}

async function endApproval(ctx: ListenerCtx, personId: number, projectId: number): Promise<void> {
  await saveMentor(ctx.db, personId, { isApproved: false, now: ctx.now() })
  const plan = await findPlan(ctx.db, projectId)
  if (plan?.needsApproval) await closeOpenOffers(ctx, personId, 'unavailable')
  await updateStatus(ctx, [personId])
  await ctx.raise({ type: 'matching.approval_changed', personId })
}

/** Runs on the first day after a check has expired. */
export const reviewApprovalJob = defineJob({
  name: 'matching.review_approval',
  payload: z.strictObject({ personId: Id }),
  retry: { limit: 8, delaySeconds: 60, backoff: true, maxDelaySeconds: 3600 },
  timeoutSeconds: 60,
  work: async (ctx, { personId }) => {
    await lockWithPartners(ctx, [personId])
    await reviewApproval(ctx, personId)
  },
})

export async function listRequirements(ctx: Ctx) {
  const projects = (await findProjects(ctx.db)).filter(({ id }) => can(ctx.actor, 'staff.screening', id))
  const required = await store.findRequirements(
    ctx.db,
    projects.map(({ id }) => id),
  )
  return {
    programmes: projects.map(({ id, name }) => ({
      projectId: id,
      name,
      kinds: required.filter(({ projectId }) => projectId === id).map(({ kind }) => kind),
    })),
  }
}

export async function setRequirements(ctx: Ctx, projectId: number, kinds: readonly CheckKind[]): Promise<{ ended: number }> {
  const isReachable = can(ctx.actor, 'staff.screening', projectId) && (await hasProject(ctx.db, projectId))
  if (!isReachable) throw notFound('matching.no_plan')
  await store.replaceRequirements(ctx.db, projectId, kinds)
  const approved = await store.findApprovedIn(ctx.db, projectId)
  if (approved.length > 0) await lockWithPartners(ctx, approved)
  let ended = 0
  for (const personId of approved) if (await reviewApproval(ctx, personId)) ended += 1
  return { ended }
}
