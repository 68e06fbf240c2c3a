import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Db } from './ctx.ts'

/** `named`: the ids and choices of the request, never anybody's words. */
export type StaffAct = { at: Date; staffId: number; call: string; named: unknown; address: string }
type Sealed = StaffAct & { number: number; seal: Buffer }

const BATCH = 1_000

/** Whatever the team asks for is written down before it is answered, also when it is then refused. */
export async function recordStaffAct(db: Db, act: StaffAct): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // One after another: each is sealed to the one before.
    const chain = await trx.selectFrom('staff_act_chain').selectAll().forUpdate().executeTakeFirstOrThrow()
    const number = chain.last_number + 1
    const before = (await findSeal(trx, chain.last_number)) ?? chain.opening
    const row = { at: act.at, staff_id: act.staffId, call: act.call, address: act.address }
    const seal = sealOf(before, { ...act, number })
    await trx
      .insertInto('staff_act')
      .values({ ...row, number, named: JSON.stringify(act.named), seal })
      .execute()
    await trx.updateTable('staff_act_chain').set({ last_number: number }).execute()
  })
}

/** The numbers of the acts that are not as they were written, or are gone. */
export async function findTamperedActs(db: Db): Promise<number[]> {
  const chain = await db.selectFrom('staff_act_chain').selectAll().executeTakeFirstOrThrow()
  const wrong: number[] = []
  let [before, expected] = [chain.opening, chain.first_number]
  for (let rows = await findActs(db, 0); rows.length > 0; rows = await findActs(db, expected - 1)) {
    for (const act of rows) {
      for (; expected < act.number; expected += 1) wrong.push(expected)
      if (!sealOf(before, act).equals(act.seal)) wrong.push(act.number)
      ;[before, expected] = [act.seal, act.number + 1]
    }
  }
  for (; expected <= chain.last_number; expected += 1) wrong.push(expected)
  return wrong
}

/** Kept for two years; the chain then begins where the rest begins. */
export async function forgetOldActs(db: Db, until: Date): Promise<void> {
  const newest = await db
    .selectFrom('staff_act')
    .select(['number', 'seal'])
    .where('at', '<', until)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  await db
    .updateTable('staff_act_chain')
    .set({ opening: newest.seal, first_number: newest.number + 1 })
    .execute()
  await db.deleteFrom('staff_act').where('number', '<=', newest.number).execute()
}

/** Ids, numbers and switches say what was done; a text may be somebody's secret and is left out. */
export function namedIn(input: object): unknown {
  return JSON.parse(JSON.stringify(input, (_name, value: unknown) => (typeof value === 'string' ? '…' : value)))
}

async function findSeal(db: Db, number: number): Promise<Buffer | null> {
  const row = await db.selectFrom('staff_act').select('seal').where('number', '=', number).executeTakeFirst()
  return row?.seal ?? null
}

async function findActs(db: Db, after: number): Promise<Sealed[]> {
  const rows = await db
    .selectFrom('staff_act')
    .select(['number', 'at', 'staff_id as staffId', 'call', 'address', 'seal'])
    // As text: the driver would read it, and an object has no order.
    .select(sql<string>`named::text`.as('named'))
    .where('number', '>', after)
    .orderBy('number')
    .limit(BATCH)
    .execute()
  return rows.map(({ named, ...row }) => ({ ...row, named: JSON.parse(named) as unknown }))
}

function sealOf(before: Buffer, { number, at, staffId, call, named, address }: Omit<Sealed, 'seal'>): Buffer {
  const written = JSON.stringify([number, at.toISOString(), staffId, call, sorted(named), address])
  return createHash('sha256').update(before).update(written).digest()
}

/** The database keeps an object's fields in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)])
}
