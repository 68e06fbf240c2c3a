import type { Db } from '#core/ctx.ts'
import type { PlanCriterion } from '#content/public.ts'
import type { ProjectMatching } from '../format/matching.ts'

export type PlanRow = Omit<ProjectMatching, 'criteria'> & { projectId: number; criteria: readonly PlanCriterion[] }

/** Deletes the plans of projects without matching in the folder. The pair manager is not part of the plan file and is kept. */
export async function replacePlans(db: Db, projectIds: readonly number[], plans: readonly PlanRow[]): Promise<void> {
  if (projectIds.length === 0) return
  const remaining = plans.map(({ projectId }) => projectId)
  await db
    .deleteFrom('match_plan')
    .where('project_id', 'in', projectIds)
    .where('project_id', 'not in', [...remaining, 0])
    .execute()
  if (plans.length === 0) return
  await db
    .insertInto('match_plan')
    .values(
      plans.map((plan) => ({
        project_id: plan.projectId,
        criteria: JSON.stringify(plan.criteria),
        expiry_hours: plan.expiryHours,
        places: plan.places,
        group_size: plan.groupSize,
        group_minimum: plan.groupMinimum,
        group_starts_in: plan.groupStartsInDays,
        shortlist: plan.shortlist,
        exposure: plan.exposure,
        needs_review: plan.needsReview,
        needs_approval: plan.needsApproval,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet(({ ref }) => ({
        criteria: ref('excluded.criteria'),
        expiry_hours: ref('excluded.expiry_hours'),
        places: ref('excluded.places'),
        group_size: ref('excluded.group_size'),
        group_minimum: ref('excluded.group_minimum'),
        group_starts_in: ref('excluded.group_starts_in'),
        shortlist: ref('excluded.shortlist'),
        exposure: ref('excluded.exposure'),
        needs_review: ref('excluded.needs_review'),
        needs_approval: ref('excluded.needs_approval'),
      })),
    )
    .execute()
}
