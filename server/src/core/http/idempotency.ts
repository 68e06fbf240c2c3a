import { createHash } from 'node:crypto'
import type { Call } from '@saathi/contract/core/call'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Ctx, type Db } from '../ctx.ts'
import { coreRefusal } from '../errors.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export type IdempotencyKey = { call: string; key: string; bodyHash: Buffer }

const malformedKey = () => coreRefusal('core.bad_input', { nonFieldErrors: ['The Idempotency-Key must be a UUID.'] })

export function readIdempotencyKey(call: Call, request: FastifyRequest, input: unknown): IdempotencyKey | null {
  const header = request.headers['idempotency-key']
  if (!call.idempotencyKey || header === undefined) return null
  if (typeof header !== 'string' || !uuid.test(header)) throw malformedKey()
  const bodyHash = createHash('sha256').update(JSON.stringify(input, bytesByHash)).digest()
  return { call: `${call.method} ${call.path}`, key: header, bodyHash }
}

/** Hashed, because the bytes of a file as JSON numbers would be many times as long as the file. */
function bytesByHash(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value
}

/**
 * The key's row is written in the same transaction as the work. A concurrent repeat waits at the unique index and then finds the
 * reply; a repeat after a rollback finds nothing and does the work.
 */
export async function oncePerKey(ctx: Ctx, repeat: IdempotencyKey, work: () => Promise<unknown>): Promise<unknown> {
  if (!(await claimKey(ctx.db, ctx.actor.personId, repeat, ctx.now()))) {
    const earlier = await findReply(ctx.db, ctx.actor.personId, repeat)
    if (!earlier) throw coreRefusal('core.conflict')
    return earlier.body
  }
  const reply = await work()
  await ctx.db
    .updateTable('idempotent_reply')
    .set({ reply: JSON.stringify(reply), status: 200 })
    .where('person_id', '=', ctx.actor.personId)
    .where('call', '=', repeat.call)
    .where('key', '=', repeat.key)
    .execute()
  return reply
}

async function claimKey(db: Db, personId: number, { call, key, bodyHash }: IdempotencyKey, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('idempotent_reply')
    .values({ person_id: personId, call, key, body_hash: bodyHash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** The reply to the first request with this key; null if there is none yet. */
export async function findReply(
  db: Db,
  personId: number,
  { call, key, bodyHash }: IdempotencyKey,
): Promise<{ body: unknown } | null> {
  const row = await db
    .selectFrom('idempotent_reply')
    .select(['body_hash', 'reply'])
    .where('person_id', '=', personId)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (!row.body_hash.equals(bodyHash)) throw coreRefusal('core.idempotency_key_reused')
  return { body: row.reply }
}

export async function deleteRepliesOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('idempotent_reply').where('person_id', '=', personId).execute()
}

export async function deleteOldReplies(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotent_reply where ctid in (select ctid from idempotent_reply where created_at < ${before} limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
