import { type NudgeSetting, NudgeText, NudgeTrigger } from '@saathi/contract/worklist/nudges'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'

const Texts = z.array(NudgeText)

const plans = (db: Db) =>
  db
    .selectFrom('nudge_plan')
    .leftJoin('person', 'person.id', 'nudge_plan.changed_by')
    .select([
      'nudge_plan.project_id as projectId',
      'nudge_plan.trigger',
      'is_on as isOn',
      'after_days as afterDays',
      'again_days as againDays',
      'times',
      'per_day as perDay',
      'texts',
      'version',
      'changed_at as changedAt',
      'person.first_name as firstName',
    ])
type Raw = Awaited<ReturnType<ReturnType<typeof plans>['executeTakeFirstOrThrow']>>
const toPlan = ({ trigger, texts, ...row }: Raw) => ({
  ...row,
  trigger: NudgeTrigger.parse(trigger),
  texts: Texts.parse(texts),
})
export type PlanRow = ReturnType<typeof toPlan>

/** Only plans that differ from the defaults. */
export async function findPlans(db: Db, projectIds: readonly number[]): Promise<PlanRow[]> {
  const rows = await plans(db)
    .where('nudge_plan.project_id', 'in', [0, ...projectIds])
    .execute()
  return rows.map(toPlan)
}

export async function findProgrammesWithPlans(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('nudge_plan')
    .innerJoin('project', 'project.id', 'nudge_plan.project_id')
    .select('nudge_plan.project_id as id')
    .distinct()
    .where('is_on', '=', true)
    .where('project.is_disabled', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Change = NudgeSetting & { projectId: number; trigger: NudgeTrigger; version: number; by: number | null; now: Date }

/** False if somebody else has changed it since that version. */
export async function savePlan(db: Db, change: Change): Promise<boolean> {
  const { projectId, trigger, version } = change
  const setting = {
    is_on: change.isOn,
    after_days: change.afterDays,
    again_days: change.againDays,
    times: change.times,
    per_day: change.perDay,
    texts: JSON.stringify(change.texts),
    version: version + 1,
    changed_by: change.by,
    changed_at: change.now,
  }
  if (version === 0) {
    const row = await db
      .insertInto('nudge_plan')
      .values({ project_id: projectId, trigger, ...setting })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst()
    return row !== undefined
  }
  const { numUpdatedRows } = await db
    .updateTable('nudge_plan')
    .set(setting)
    .where('project_id', '=', projectId)
    .where('trigger', '=', trigger)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes what the plan had planned from that day on; messages taken out stay out. */
export async function deletePlanned(
  db: Db,
  { projectId, trigger, from }: { projectId: number; trigger: NudgeTrigger; from: string },
): Promise<void> {
  await db
    .deleteFrom('nudge')
    .where('project_id', '=', projectId)
    .where('trigger', '=', trigger)
    .where('state', '=', 'planned')
    .where('on_day', '>=', from)
    .execute()
}

/** Per plan, the number of messages planned from today on, and sent since then. */
export async function countNudges(db: Db, projectId: number, { today, since }: { today: string; since: Date }) {
  const rows = await db
    .selectFrom('nudge')
    .select(['trigger'])
    .select(({ fn, eb }) => [
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb('state', '=', 'planned'), eb('on_day', '>=', today)]))
        .as('planned'),
      fn.countAll<number>().filterWhere('sent_at', '>', since).as('sent'),
    ])
    .where('project_id', '=', projectId)
    .groupBy('trigger')
    .execute()
  return new Map(rows.map(({ trigger, ...counts }) => [trigger, counts]))
}

export function findLanguages(db: Db) {
  return db.selectFrom('language').select(['code', 'name']).where('is_active', '=', true).orderBy('code').execute()
}

/** For the demo. */
export async function findProgrammesWithPairs(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('mentorship').select('project_id as id').distinct().where('ended_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}
