import { type WorkRule, WorkRule as Rules, workLimits } from '@saathi/contract/worklist/rules'
import type { RuleSetting } from '@saathi/contract/worklist/entities'
import { can } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { reviewProgrammeJob } from './jobs.ts'
import { previewRule } from './preview.ts'
import * as store from './settings-store.ts'

/** Returns the programme's name. A programme whose rules the caller may not change is "not found", like an unknown id. */
export async function requireRulesOf({ db, actor }: Ctx, id: number): Promise<string> {
  const name = can(actor, 'staff.work_rules', id) ? await store.findProgramme(db, id) : null
  if (name === null) throw notFound('worklist.programme_not_found')
  return name
}

function requireLimit(rule: WorkRule, limit: number): void {
  const { min, max } = workLimits[rule]
  if (limit < min || limit > max) throw badInput('worklist.bad_limit', { values: { min, max } })
}

export async function listWorkRules(ctx: Ctx, programmeId: number) {
  const programme = await requireRulesOf(ctx, programmeId)
  return { programme, rules: await showRules(ctx, programmeId) }
}

async function showRules({ db }: Ctx, programmeId: number): Promise<RuleSetting[]> {
  const settings = await store.findSettings(db, programmeId)
  const open = await store.countOpen(db, programmeId)
  return Rules.options.map((rule) => {
    const own = settings.get(rule)
    return {
      rule,
      isOn: own?.isOn ?? true,
      limit: own?.limit ?? workLimits[rule].usual,
      version: own?.version ?? 0,
      changedBy: own?.firstName ?? null,
      changedAt: own?.changedAt.toISOString() ?? null,
      open: open.get(rule) ?? 0,
    }
  })
}

export async function previewWorkRule(ctx: Ctx, { programmeId, rule }: { programmeId: number; rule: WorkRule }, limit: number) {
  await requireRulesOf(ctx, programmeId)
  requireLimit(rule, limit)
  return previewRule(ctx, programmeId, rule, limit)
}

type Change = { isOn: boolean; limit: number; version: number }

export async function setWorkRule(ctx: Ctx, { programmeId, rule }: { programmeId: number; rule: WorkRule }, change: Change) {
  await requireRulesOf(ctx, programmeId)
  requireLimit(rule, change.limit)
  const by = { by: ctx.actor.personId, now: ctx.now() }
  if (!(await store.saveRule(ctx.db, { projectId: programmeId, rule, ...change, ...by }))) throw conflict('worklist.rule_changed')
  await ctx.enqueue(reviewProgrammeJob, { programmeId })
  const changed = (await showRules(ctx, programmeId)).find((each) => each.rule === rule)
  if (!changed) throw notFound('worklist.programme_not_found')
  return { rule: changed }
}
