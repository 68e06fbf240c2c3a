import { WorkRule } from '@saathi/contract/worklist/rules'
import type { Db } from '#core/ctx.ts'

/** By programme and rule. */
export type Limits = ReadonlyMap<string, { isOn: boolean; limit: number }>

export async function findLimits(db: Db): Promise<Limits> {
  const rows = await db
    .selectFrom('work_rule')
    .select(['project_id as projectId', 'rule', 'is_on as isOn', 'limit_value as limit'])
    .execute()
  return new Map(rows.map(({ projectId, rule, ...own }) => [`${projectId} ${rule}`, own]))
}

export async function findSettings(db: Db, projectId: number) {
  const rows = await db
    .selectFrom('work_rule')
    .leftJoin('person', 'person.id', 'work_rule.changed_by')
    .select([
      'rule',
      'is_on as isOn',
      'limit_value as limit',
      'version',
      'changed_at as changedAt',
      'person.first_name as firstName',
    ])
    .where('work_rule.project_id', '=', projectId)
    .execute()
  return new Map(rows.map((row) => [WorkRule.parse(row.rule), row]))
}

export async function countOpen(db: Db, projectId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('work_item')
    .select(['rule'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('closed_at', 'is', null)
    .groupBy('rule')
    .execute()
  return new Map(rows.map(({ rule, count }) => [rule, count]))
}

type Change = { projectId: number; rule: WorkRule; isOn: boolean; limit: number; version: number; by: number; now: Date }

/** False if somebody else has changed it since that version. */
export async function saveRule(db: Db, { projectId, rule, isOn, limit, version, by, now }: Change): Promise<boolean> {
  const setting = { is_on: isOn, limit_value: limit, version: version + 1, changed_by: by, changed_at: now }
  if (version === 0) {
    const row = await db
      .insertInto('work_rule')
      .values({ project_id: projectId, rule, ...setting })
      .onConflict((conflict) => conflict.doNothing())
      .returning('rule')
      .executeTakeFirst()
    return row !== undefined
  }
  const { numUpdatedRows } = await db
    .updateTable('work_rule')
    .set(setting)
    .where('project_id', '=', projectId)
    .where('rule', '=', rule)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findProgramme(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('project').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}
