import type { Db } from '#core/ctx.ts'

export async function deleteExpiredReset(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .deleteFrom('authenticator_reset')
    .where('person_id', '=', personId)
    .where('done_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
}

/** Does nothing if a request is open. */
export async function insertReset(db: Db, reset: { personId: number; requestedAt: Date; expiresAt: Date }) {
  const inserted = await db
    .insertInto('authenticator_reset')
    .values({ person_id: reset.personId, requested_at: reset.requestedAt, expires_at: reset.expiresAt })
    .onConflict((conflict) => conflict.column('person_id').where('done_at', 'is', null).doNothing())
    .executeTakeFirst()
  const row = await db
    .selectFrom('authenticator_reset')
    .select('expires_at')
    .where('person_id', '=', reset.personId)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { expiresAt: row.expires_at, isNew: (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n }
}

export function findOpenResets(db: Db, now: Date) {
  return db
    .selectFrom('authenticator_reset as reset')
    .innerJoin('person', 'person.id', 'reset.person_id')
    .leftJoin('person as approver', 'approver.id', 'reset.first_approval_by')
    .select([
      'reset.id',
      'reset.person_id as personId',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.email',
      'reset.requested_at as requestedAt',
      'reset.expires_at as expiresAt',
      'reset.first_approval_by as approverId',
      'approver.first_name as approverFirstName',
      'approver.last_name as approverLastName',
    ])
    .where('reset.done_at', 'is', null)
    .where('reset.expires_at', '>', now)
    .where('person.deleted_at', 'is', null)
    .orderBy('reset.id')
    .limit(100)
    .execute()
}

export async function findResetForUpdate(db: Db, id: number, now: Date) {
  const row = await db
    .selectFrom('authenticator_reset')
    .select(['person_id as personId', 'first_approval_by as approverId'])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

type Approval = { by: number; at: Date }

export async function updateFirstApproval(db: Db, id: number, { by, at }: Approval): Promise<void> {
  await db.updateTable('authenticator_reset').set({ first_approval_by: by, first_approval_at: at }).where('id', '=', id).execute()
}

export async function updateResetDone(db: Db, id: number, { by, at }: Approval): Promise<void> {
  await db.updateTable('authenticator_reset').set({ done_by: by, done_at: at }).where('id', '=', id).execute()
}

export async function deleteAuthenticator(db: Db, personId: number): Promise<void> {
  await db
    .updateTable('person')
    .set({ totp_key: null, totp_confirmed_at: null, totp_last_step: null })
    .where('id', '=', personId)
    .execute()
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
}
