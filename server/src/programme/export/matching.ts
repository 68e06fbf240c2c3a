import { PlanCriteria } from '#content/public.ts'
import type { WholeProgramme } from './store.ts'

type Plans = Pick<WholeProgramme, 'matchPlans'>

/** Left out for a project without matching. */
export function matchingOf({ matchPlans }: Plans, projectId: number) {
  const plan = matchPlans.find(({ project_id }) => project_id === projectId)
  if (!plan) return {}
  return {
    matching: {
      criteria: PlanCriteria.parse(plan.criteria).map(({ key, strength }) => ({ key, strength })),
      expiryHours: plan.expiry_hours,
      places: plan.places,
      groupSize: plan.group_size,
      groupMinimum: plan.group_minimum,
      groupStartsInDays: plan.group_starts_in,
      shortlist: plan.shortlist,
      exposure: plan.exposure,
      needsReview: plan.needs_review,
      needsApproval: plan.needs_approval,
    },
  }
}

/** Each criterion's texts are written once, even if several projects use it. The options are in the surveys. */
export function criteriaOf({ matchPlans }: Plans) {
  const words = matchPlans
    .flatMap(({ criteria }) => PlanCriteria.parse(criteria))
    .map(({ key, strength: _strength, options: _options, ...texts }) => [key, texts] as const)
  return words.length > 0 ? { criteria: Object.fromEntries([...new Map(words.toReversed())].toReversed()) } : {}
}
