import type { PlanCriterion } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

export async function replaceSchedule(db: Db, projectId: number, sessions: readonly { sessionId: number; days: number }[]) {
  await db.deleteFrom('schedule_session').where('project_id', '=', projectId).execute()
  if (sessions.length === 0) return
  await db
    .insertInto('schedule_session')
    .values(sessions.map(({ sessionId, days }, at) => ({ project_id: projectId, position: at + 1, session_id: sessionId, days })))
    .execute()
}

export type PlanBody = {
  criteria: readonly PlanCriterion[]
  expiryHours: number
  places: number
  groupSize: number
  groupMinimum: number
  groupStartsIn: number
  shortlist: number
  exposure: number
  needsReview: boolean
  needsApproval: boolean
}

/** Keeps the pair manager, who is not part of the settings. */
export async function savePlan(db: Db, projectId: number, plan: PlanBody): Promise<void> {
  const columns = {
    criteria: JSON.stringify(plan.criteria),
    expiry_hours: plan.expiryHours,
    places: plan.places,
    group_size: plan.groupSize,
    group_minimum: plan.groupMinimum,
    group_starts_in: plan.groupStartsIn,
    shortlist: plan.shortlist,
    exposure: plan.exposure,
    needs_review: plan.needsReview,
    needs_approval: plan.needsApproval,
  }
  await db
    .insertInto('match_plan')
    .values({ project_id: projectId, ...columns })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(columns))
    .execute()
}
