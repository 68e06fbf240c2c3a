import { DAY_MS } from '@saathi/contract/core/time'
import {
  MAX_NUDGE_DAYS,
  MAX_NUDGE_TIMES,
  MAX_NUDGES_A_DAY,
  type NudgePlan,
  type NudgeSetting,
  NudgeTrigger,
  USUAL_NUDGES_A_DAY,
  usualNudgeDays,
} from '@saathi/contract/worklist/nudges'
import { displayName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict } from '#core/errors.ts'
import { findShown } from '../people-store.ts'
import { publishWorkChanged } from '../publish.ts'
import { requireRulesOf } from '../settings.ts'
import type { Timing } from './candidates.ts'
import { planProgrammeJob } from './jobs.ts'
import * as store from './plans-store.ts'
import { dayFrom, selectNudges } from './select.ts'
import { usualText } from './texts.ts'

const NAMES = 5
type PlanRef = { programmeId: number; trigger: NudgeTrigger }

export async function listNudgePlans(ctx: Ctx, programmeId: number) {
  const programme = await requireRulesOf(ctx, programmeId)
  const languages = await store.findLanguages(ctx.db)
  return { programme, languages, plans: await showPlans(ctx, programmeId) }
}

async function showPlans(ctx: Ctx, programmeId: number): Promise<NudgePlan[]> {
  const languages = await store.findLanguages(ctx.db)
  const own = new Map((await store.findPlans(ctx.db, [programmeId])).map((plan) => [plan.trigger, plan]))
  const week = { today: dayFrom(ctx.now(), 0), since: new Date(ctx.now().getTime() - 7 * DAY_MS) }
  const counts = await store.countNudges(ctx.db, programmeId, week)
  return NudgeTrigger.options.map((trigger) => {
    const plan = own.get(trigger)
    return {
      trigger,
      isOn: plan?.isOn ?? false,
      afterDays: plan?.afterDays ?? usualNudgeDays[trigger],
      againDays: plan?.againDays ?? null,
      times: plan?.times ?? 1,
      perDay: plan?.perDay ?? USUAL_NUDGES_A_DAY,
      texts: plan?.texts ?? [],
      usualTexts: languages.map(({ code }) => usualText(trigger, code)),
      version: plan?.version ?? 0,
      changedBy: plan?.firstName ?? null,
      changedAt: plan?.changedAt.toISOString() ?? null,
      planned: counts.get(trigger)?.planned ?? 0,
      sentLastWeek: counts.get(trigger)?.sent ?? 0,
    }
  })
}

/** The contract checks the numbers of a change; those of a preview come from the URL. */
function requireTiming({ afterDays, againDays, times, perDay }: Timing): void {
  const fits = Math.max(afterDays, againDays ?? 0) <= MAX_NUDGE_DAYS && times <= MAX_NUDGE_TIMES && perDay <= MAX_NUDGES_A_DAY
  if (!fits || (againDays === null) !== (times === 1)) throw badInput('worklist.bad_nudge_plan')
}

async function selectTomorrow(ctx: Ctx, { programmeId, trigger }: PlanRef, timing: Timing) {
  const on = dayFrom(ctx.now(), 1)
  const timings = new Map([[trigger, timing]])
  return { on, ...(await selectNudges(ctx, { programmeId, on, timings, isPreview: true })) }
}

export async function previewNudgePlan(ctx: Ctx, ref: PlanRef, timing: Timing) {
  await requireRulesOf(ctx, ref.programmeId)
  requireTiming(timing)
  const { on, chosen, leftOut } = await selectTomorrow(ctx, ref, timing)
  const ids = chosen.slice(0, NAMES).map(({ personId }) => personId)
  const people = new Map((await findShown(ctx.db, ids)).map((person) => [person.id, displayName(person)]))
  return {
    on,
    count: chosen.length,
    names: ids.flatMap((id) => people.get(id) ?? []),
    leftOut: [...leftOut].map(([why, count]) => ({ why, count })),
  }
}

type Change = NudgeSetting & { version: number; seen: number | null }

/** An enabled plan must not reach more people tomorrow than the colleague has seen in the preview. */
export async function setNudgePlan(ctx: Ctx, ref: PlanRef, { seen, ...change }: Change): Promise<{ plan: NudgePlan }> {
  await requireRulesOf(ctx, ref.programmeId)
  requireTiming(change)
  const languages = (await store.findLanguages(ctx.db)).map(({ code }) => code)
  const written = change.texts.map(({ language }) => language)
  if (new Set(written).size < written.length || !written.every((code) => languages.includes(code)))
    throw badInput('worklist.language_unknown')
  if (change.isOn) {
    const { chosen } = await selectTomorrow(ctx, ref, change)
    if (chosen.length > (seen ?? 0)) throw conflict('worklist.nudges_more_than_seen', { values: { count: chosen.length } })
  }
  const saved = { ...change, projectId: ref.programmeId, trigger: ref.trigger, by: ctx.actor.personId, now: ctx.now() }
  if (!(await store.savePlan(ctx.db, saved))) throw conflict('worklist.nudge_plan_changed')
  const [today, tomorrow] = [dayFrom(ctx.now(), 0), dayFrom(ctx.now(), 1)]
  // Today's messages could be checked since yesterday: switching the plan off removes them, but other changes apply from
  // tomorrow.
  const from = change.isOn ? tomorrow : today
  await store.deletePlanned(ctx.db, { projectId: ref.programmeId, trigger: ref.trigger, from })
  if (change.isOn) await ctx.enqueue(planProgrammeJob, { programmeId: ref.programmeId, on: tomorrow })
  await publishWorkChanged(ctx, [ref.programmeId])
  const plan = (await showPlans(ctx, ref.programmeId)).find(({ trigger }) => trigger === ref.trigger)
  if (!plan) throw conflict('worklist.nudge_plan_changed')
  return { plan }
}
