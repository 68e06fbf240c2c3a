import { GroupType } from '@saathi/contract/mentorship/entities'
import { type PlanCriterion, PlanCriteria } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'

export type Plan = {
  projectId: number
  groupType: GroupType
  criteria: readonly PlanCriterion[]
  expiryHours: number
  groupSize: number
  groupMinimum: number
  groupStartsIn: number
  shortlist: number
  exposure: number
  needsReview: boolean
  needsApproval: boolean
  /** Null also if the account is closed. */
  pairManagerId: number | null
  /** Without sessions no mentorship can start. */
  hasSchedule: boolean
}

/** The matching settings of a project; null if it has no matching. */
export async function findPlan(db: Db, projectId: number): Promise<Plan | null> {
  const row = await db
    .selectFrom('match_plan as plan')
    .innerJoin('project', 'project.id', 'plan.project_id')
    .leftJoin('person as manager', (join) =>
      join
        .onRef('manager.id', '=', 'plan.pair_manager_id')
        .on('manager.deleted_at', 'is', null)
        .on('manager.disabled_at', 'is', null),
    )
    .select(({ exists, selectFrom }) => [
      'plan.project_id as projectId',
      'project.group_type as groupType',
      'plan.criteria',
      'plan.expiry_hours as expiryHours',
      'plan.group_size as groupSize',
      'plan.group_minimum as groupMinimum',
      'plan.group_starts_in as groupStartsIn',
      'plan.shortlist',
      'plan.exposure',
      'plan.needs_review as needsReview',
      'plan.needs_approval as needsApproval',
      'manager.id as pairManagerId',
      exists(selectFrom('schedule_session').select('session_id').whereRef('project_id', '=', 'plan.project_id')).as(
        'hasSchedule',
      ),
    ])
    .where('plan.project_id', '=', projectId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...row,
    groupType: GroupType.parse(row.groupType),
    criteria: PlanCriteria.parse(row.criteria),
    hasSchedule: Boolean(row.hasSchedule),
  }
}
