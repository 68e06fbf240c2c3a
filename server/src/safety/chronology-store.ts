import { CaseEventKind } from '@saathi/contract/safety/case-entities'
import type { Db, ListenerCtx } from '#core/ctx.ts'

export type NewEvent = {
  kind: CaseEventKind
  by?: number | null
  person?: number | null
  detail?: string | null
  text?: string | null
  until?: Date | null
}
type EventFields = Required<NewEvent> & { caseId: number; number: number; at: Date }
type StoredEvent = EventFields & { seal: Buffer }

type Sealer = Pick<ListenerCtx, 'sealText'>

function sealOf({ sealText }: Sealer, before: Buffer, event: EventFields): Buffer {
  const { caseId, number, at, kind, by, person, detail, text, until } = event
  const fields = [caseId, number, at.toISOString(), kind, by, person, detail, text, until?.toISOString() ?? null]
  return sealText(`event ${before.toString('hex')} ${JSON.stringify(fields)}`)
}

/** Seals the number of events: otherwise the newest could be removed unnoticed. */
const headOf = ({ sealText }: Sealer, caseId: number, number: number, seal: Buffer): Buffer =>
  sealText(`head ${caseId} ${number} ${seal.toString('hex')}`)

const nothing = Buffer.alloc(0)

/** Locks the case, so that events of concurrent calls are appended one after the other. */
export async function appendEvent(ctx: ListenerCtx, caseId: number, event: NewEvent): Promise<void> {
  const { db } = ctx
  const found = await db
    .selectFrom('safety_case')
    .select('last_event')
    .where('id', '=', caseId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const number = found.last_event + 1
  const { kind, by = null, person = null, detail = null, text = null, until = null } = event
  const fields: EventFields = { caseId, number, at: ctx.now(), kind, by, person, detail, text, until }
  const seal = sealOf(ctx, await findSeal(db, caseId, found.last_event), fields)
  await db
    .insertInto('safety_event')
    .values({ case_id: caseId, number, at: fields.at, kind, by_id: by, person_id: person, detail, text, until, seal })
    .execute()
  const head = headOf(ctx, caseId, number, seal)
  await db.updateTable('safety_case').set({ last_event: number, head }).where('id', '=', caseId).execute()
}

async function findSeal(db: Db, caseId: number, number: number): Promise<Buffer> {
  const row = await db
    .selectFrom('safety_event')
    .select('seal')
    .where('case_id', '=', caseId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.seal ?? nothing
}

export async function findEvents(db: Db, caseId: number): Promise<StoredEvent[]> {
  const rows = await db.selectFrom('safety_event').selectAll().where('case_id', '=', caseId).orderBy('number').execute()
  return rows.map(({ case_id, by_id: by, person_id: person, kind, ...row }) => ({
    ...row,
    kind: CaseEventKind.parse(kind),
    caseId: case_id,
    by,
    person,
  }))
}

/** False if an event was changed, added or removed by other code. */
export function isChainWhole(
  ctx: Sealer,
  { caseId, lastEvent, head }: { caseId: number; lastEvent: number; head: Buffer },
  events: readonly StoredEvent[],
): boolean {
  let before: Buffer = nothing
  for (const [at, event] of events.entries()) {
    if (event.number !== at + 1 || !sealOf(ctx, before, event).equals(event.seal)) return false
    before = event.seal
  }
  return events.length === lastEvent && headOf(ctx, caseId, lastEvent, before).equals(head)
}
