import type { MatchingPlan } from '@saathi/contract/staff/programme-calls'
import { PlanCriteria, type PlanCriterion } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findCriteriaAskedOfAll } from '#surveys/public.ts'
import type { PlanBody } from './plan-store.ts'
import { findPlanRows } from './store.ts'
import { planPart, versionOf } from './version.ts'

/**
 * The programme's plan, with the criteria of all programmes. Its own description of a criterion takes precedence over those of
 * others.
 */
export async function findCriteria({ db }: Pick<Ctx, 'db'>, id: number) {
  const rows = await findPlanRows(db)
  const row = rows.find(({ project_id }) => project_id === id)
  const criteria = row ? PlanCriteria.parse(row.criteria) : []
  const known = new Map<string, PlanCriterion>()
  for (const criterion of [...criteria, ...rows.flatMap((each) => PlanCriteria.parse(each.criteria))])
    if (!known.has(criterion.key)) known.set(criterion.key, criterion)
  const own: PlanBody | null = row
    ? {
        criteria,
        expiryHours: row.expiry_hours,
        places: row.places,
        groupSize: row.group_size,
        groupMinimum: row.group_minimum,
        groupStartsIn: row.group_starts_in,
        shortlist: row.shortlist,
        exposure: row.exposure,
        needsReview: row.needs_review,
        needsApproval: row.needs_approval,
      }
    : null
  return { own, known, askedOfAll: new Set(await findCriteriaAskedOfAll(db, id)) }
}

/** Defaults of a new plan, the same as in a programme folder. */
const newPlan: PlanBody = {
  criteria: [],
  expiryHours: 72,
  places: 1,
  groupSize: 4,
  groupMinimum: 3,
  groupStartsIn: 5,
  shortlist: 5,
  exposure: 3,
  needsReview: false,
  needsApproval: true,
}

type DescribedPlan = { plan: MatchingPlan | null; hasPlan: boolean; version: string }

export async function describePlan(ctx: Ctx, id: number): Promise<DescribedPlan> {
  const { own, known, askedOfAll } = await findCriteria(ctx, id)
  const version = versionOf(own && planPart(own))
  if (known.size === 0) return { plan: null, hasPlan: false, version }
  const { criteria: ownCriteria, ...numbers } = own ?? newPlan
  const isOwn = new Set(ownCriteria.map(({ key }) => key))
  const { language } = ctx.actor
  const inLanguage = (texts: Readonly<Record<string, string>>) => texts[language] ?? texts.en ?? Object.values(texts)[0] ?? ''
  const criteria = [...known.values()].map(({ key, strength, name, helpText }) => ({
    key,
    strength: isOwn.has(key) ? strength : ('off' as const),
    name: inLanguage(name),
    helpText: inLanguage(helpText),
    canBeMust: askedOfAll.has(key),
  }))
  return { plan: { criteria, ...numbers }, hasPlan: own !== null, version }
}
