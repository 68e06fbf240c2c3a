import { Permission } from '@saathi/contract/accounts/entities'
import { BulkFeature, BulkKind, type BulkPart, BulkState, LeftOutWhy } from '@saathi/contract/staff/bulk-calls'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

type NewBulkAct = {
  kind: BulkKind
  feature: BulkFeature | null
  permission: Permission | null
  reason: string
  isFiltered: boolean
  madeBy: number
  madeAt: Date
  ip: string
}

export async function insertBulkAct(db: Db, act: NewBulkAct): Promise<number> {
  const { kind, feature, permission, reason, isFiltered, madeBy, madeAt, ip } = act
  const times = { made_by: madeBy, made_at: madeAt, ip }
  const { id } = await db
    .insertInto('bulk_act')
    .values({ kind, feature, permission, reason, is_filtered: isFiltered, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function bulkActs(db: Db) {
  return db
    .selectFrom('bulk_act')
    .leftJoin('person as maker', (join) => join.onRef('maker.id', '=', 'made_by').on('maker.deleted_at', 'is', null))
    .leftJoin('person as stopper', (join) => join.onRef('stopper.id', '=', 'stopped_by').on('stopper.deleted_at', 'is', null))
    .select(['bulk_act.id', 'kind', 'feature', 'permission', 'reason', 'is_filtered as isFiltered', 'made_by as madeBy', 'ip'])
    .select(['made_at as madeAt', 'state', 'starts_at as startsAt', 'ended_at as endedAt', 'is_right_over as isRightOver'])
    .select(['maker.first_name as makerFirstName', 'maker.last_name as makerLastName'])
    .select(['stopper.first_name as stopperFirstName', 'stopper.last_name as stopperLastName'])
}

type Row = Awaited<ReturnType<ReturnType<typeof bulkActs>['executeTakeFirstOrThrow']>>
const parse = ({ kind, feature, permission, state, ...row }: Row) => ({
  ...row,
  kind: BulkKind.parse(kind),
  feature: feature === null ? null : BulkFeature.parse(feature),
  permission: permission === null ? null : Permission.parse(permission),
  state: BulkState.parse(state),
})
export type BulkActRow = ReturnType<typeof parse>

/** `madeBy`: null selects everybody's acts. */
type Whose = { madeBy: number | null }

export async function findBulkAct(db: Db, id: number, { madeBy }: Whose): Promise<BulkActRow | null> {
  const found = bulkActs(db).where('bulk_act.id', '=', id)
  const row = await (madeBy === null ? found : found.where('made_by', '=', madeBy)).executeTakeFirst()
  return row ? parse(row) : null
}

/** Drafts are not listed, because they were never started. */
export async function findBulkActs(db: Db, { madeBy }: Whose, before: number | null, limit: number): Promise<BulkActRow[]> {
  let found = bulkActs(db).where('state', '<>', 'draft')
  if (madeBy !== null) found = found.where('made_by', '=', madeBy)
  if (before !== null) found = found.where('bulk_act.id', '<', before)
  return (await found.orderBy('bulk_act.id', 'desc').limit(limit).execute()).map(parse)
}

/** Locked, so that starting, stopping and each batch run one after the other. Null if it is gone. */
export async function lockBulkAct(db: Db, id: number): Promise<BulkActRow | null> {
  const locked = await db.selectFrom('bulk_act').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return locked ? findBulkAct(db, id, { madeBy: null }) : null
}

type StateChange = {
  state: BulkState
  startsAt?: Date
  endedAt?: Date
  stoppedBy?: number
  isRightOver?: boolean
}

export async function updateBulkState(db: Db, id: number, change: StateChange): Promise<void> {
  const { state, startsAt, endedAt, stoppedBy, isRightOver } = change
  await db
    .updateTable('bulk_act')
    .set({
      state,
      ...(startsAt && { starts_at: startsAt }),
      ...(endedAt && { ended_at: endedAt }),
      ...(stoppedBy !== undefined && { stopped_by: stoppedBy }),
      ...(isRightOver !== undefined && { is_right_over: isRightOver }),
    })
    .where('id', '=', id)
    .execute()
}

/** Per act, the number of people who wait, are done, or were left out by reason. */
export async function countBulkPeople(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('bulk_act_person')
    .select(['bulk_act_id as id', 'outcome', 'why', ({ fn }) => fn.countAll<number>().as('count')])
    .where('bulk_act_id', 'in', ids)
    .groupBy(['bulk_act_id', 'outcome', 'why'])
    .execute()
  return rows.map(({ why, ...row }) => ({ ...row, why: why === null ? null : LeftOutWhy.parse(why) }))
}

type PeoplePage = { part: BulkPart; after: number; limit: number }

export async function findBulkPeople(db: Db, id: number, { part, after, limit }: PeoplePage) {
  const rows = await db
    .selectFrom('bulk_act_person')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['person.id', 'first_name as firstName', 'last_name as lastName', 'role', 'why'])
    .where('bulk_act_id', '=', id)
    .where('outcome', part === 'waiting' ? 'is' : '=', part === 'waiting' ? null : part)
    .where('person_id', '>', after)
    .orderBy('person_id')
    .limit(limit)
    .execute()
  return rows.map(({ why, ...row }) => ({ ...row, why: why === null ? null : LeftOutWhy.parse(why) }))
}

export async function findNextPeople(db: Db, id: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bulk_act_person')
    .select('person_id as personId')
    .where('bulk_act_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('person_id')
    .limit(limit)
    .execute()
  return rows.map(({ personId }) => personId)
}

/** `why`: null if the act was done. */
export async function updateOutcomes(db: Db, id: number, why: LeftOutWhy | null, personIds: readonly number[]): Promise<void> {
  if (personIds.length === 0) return
  await db
    .updateTable('bulk_act_person')
    .set({ outcome: why === null ? 'done' : 'left_out', why })
    .where('bulk_act_id', '=', id)
    .where('person_id', 'in', personIds)
    .execute()
}

/** For the erasure of an account. Acts on others stay in the record of acts. */
export async function deleteBulkAbout(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('bulk_act_person').where('person_id', '=', personId).execute()
  await db.deleteFrom('bulk_act').where('made_by', '=', personId).execute()
  await db.updateTable('bulk_act').set({ stopped_by: null }).where('stopped_by', '=', personId).execute()
}

/** Bulk acts that the person made, for their export. */
export function findBulkMadeBy(db: Db, personId: number) {
  return db.selectFrom('bulk_act').select(['kind', 'reason', 'made_at as madeAt']).where('made_by', '=', personId).execute()
}

/** Drafts that nobody started, and acts that ended long ago. */
export async function deleteOldBulkActs(db: Db, until: { drafts: Date; ended: Date }): Promise<void> {
  await db.deleteFrom('bulk_act').where('state', '=', 'draft').where('made_at', '<', until.drafts).execute()
  await db.deleteFrom('bulk_act').where('ended_at', '<', until.ended).execute()
}

/** Rolls back only this work if it fails, and not the transaction. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint one_person`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint one_person`.execute(db)
    return result
  } catch (error) {
    await sql`rollback to savepoint one_person`.execute(db)
    throw error
  }
}
