import { MAX_SHOWN_OFFERS, shownOffers } from '@saathi/contract/matching/plan-limits'
import { GroupType } from '@saathi/contract/mentorship/entities'
import type { PlanStrength, Programme } from '@saathi/contract/staff/programme-calls'
import type { Ctx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { enqueueReview, requestRun } from '#matching/public.ts'
import { findCriteria } from './describe-plan.ts'
import * as store from './plan-store.ts'
import { getProgramme, requireProgramme } from './programmes.ts'
import { findSchedule, findSessionChoices } from './store.ts'
import { planPart, requireVersion, schedulePart } from './version.ts'

/** As in a programme folder. */
const MAX_CRITERIA = 20

type ScheduleChange = { sessions: readonly { sessionId: number; days: number }[]; version: string }

/** Running mentorships keep the sessions and dates they started with. */
export async function setSchedule(ctx: Ctx, id: number, { sessions, version }: ScheduleChange): Promise<Programme> {
  await requireProgramme(ctx, id)
  const stored = await findSchedule(ctx.db, id, '')
  requireVersion(version, schedulePart(stored), schedulePart(sessions))
  const known = new Set((await findSessionChoices(ctx.db, id, '')).map(({ sessionId }) => sessionId))
  const ids = sessions.map(({ sessionId }) => sessionId)
  if (new Set(ids).size !== ids.length || ids.some((each) => !known.has(each))) throw badInput('staff.schedule_refused')
  await store.replaceSchedule(ctx.db, id, sessions)
  // Without sessions no mentorship could start, so people may have waited for them.
  if (stored.length === 0) await requestRun(ctx, id)
  return getProgramme(ctx, id)
}

type PlanChange = Omit<store.PlanBody, 'criteria'> & {
  criteria: readonly { key: string; strength: PlanStrength }[]
  version: string
}

/** Open offers keep their deadline; the next run uses the new plan. */
export async function setMatchingPlan(ctx: Ctx, id: number, change: PlanChange): Promise<Programme> {
  const { group_type } = await requireProgramme(ctx, id)
  const { own, known, askedOfAll } = await findCriteria(ctx, id)
  const criteria = change.criteria.flatMap(({ key, strength }) => {
    const criterion = known.get(key)
    if (!criterion) throw badInput('staff.plan_criteria')
    return strength === 'off' ? [] : [{ ...criterion, strength }]
  })
  const plan = { ...change, criteria }
  requireVersion(change.version, own && planPart(own), planPart(plan))
  const isRepeated = new Set(criteria.map(({ key }) => key)).size !== criteria.length
  if (criteria.length === 0 || criteria.length > MAX_CRITERIA || isRepeated) throw badInput('staff.plan_criteria')
  if (criteria.some(({ key, strength }) => strength === 'must' && !askedOfAll.has(key))) throw badInput('staff.plan_must')
  const groupType = GroupType.parse(group_type)
  if (groupType === '1toM' && plan.groupMinimum > plan.groupSize) throw badInput('staff.plan_group')
  if (shownOffers(groupType, plan) > MAX_SHOWN_OFFERS) throw badInput('staff.plan_exposure')
  await store.savePlan(ctx.db, id, plan)
  // Everybody enters or stays in the pool with the answers that the new plan compares.
  await enqueueReview(ctx, id)
  await requestRun(ctx, id)
  return getProgramme(ctx, id)
}
