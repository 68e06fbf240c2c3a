import { StaffRole } from '@saathi/contract/accounts/roles'
import type { Db, StaffRight } from '#core/ctx.ts'

export type RightRow = {
  id: number
  personId: number
  role: StaffRole
  projectId: number | null
  until: Date | null
  givenAt: Date
  giverFirstName: string | null
  giverLastName: string | null
}

const MAX_TEAM = 500

/** Active staff accounts, by name. */
export function findStaffAccounts(db: Db) {
  return db
    .selectFrom('person')
    .select([
      'id as personId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'picture_url as pictureUrl',
      'picture_file_id as pictureFileId',
      'password_hash as passwordHash',
      'disabled_at as disabledAt',
      'totp_confirmed_at as authenticatorAt',
    ])
    .where('role', 'in', StaffRole.options)
    .where('deleted_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .limit(MAX_TEAM)
    .execute()
}

export async function findCurrentRights(db: Db, now: Date): Promise<RightRow[]> {
  const rows = await db
    .selectFrom('staff_right')
    .leftJoin('person as giver', 'giver.id', 'staff_right.given_by')
    .select([
      'staff_right.id',
      'person_id as personId',
      'staff_right.role',
      'staff_right.project_id as projectId',
      'until',
      'given_at as givenAt',
      'giver.first_name as giverFirstName',
      'giver.last_name as giverLastName',
    ])
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
    .orderBy('staff_right.id')
    .execute()
  return rows.map((row) => ({ ...row, role: StaffRole.parse(row.role) }))
}

/** Null if the account has left or never existed. Locked, so that concurrent changes run one after the other. */
export async function findRoleForUpdate(db: Db, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('person')
    .select('role')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.role ?? null
}

/** A right that has expired no longer blocks a new one. */
export async function endExpiredRights(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .updateTable('staff_right')
    .set((row) => ({ ended_at: row.ref('until') }))
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where('until', '<=', now)
    .execute()
}

export async function hasProgramme(db: Db, projectId: number): Promise<boolean> {
  return (await db.selectFrom('project').select('id').where('id', '=', projectId).executeTakeFirst()) !== undefined
}

type NewRight = StaffRight & { personId: number; until: Date | null; givenBy: number; givenAt: Date }

const rowOf = (right: Omit<NewRight, 'givenBy'> & { givenBy: number | null }) => ({
  person_id: right.personId,
  role: right.role,
  project_id: right.projectId,
  until: right.until,
  given_by: right.givenBy,
  given_at: right.givenAt,
})

/** The rights that a programme folder lists for its demo accounts. */
export async function insertDemoRights(db: Db, rights: readonly Parameters<typeof rowOf>[0][]): Promise<void> {
  if (rights.length > 0) await db.insertInto('staff_right').values(rights.map(rowOf)).execute()
}

/** Null if the account already has this right. */
export async function insertRight(db: Db, right: NewRight): Promise<number | null> {
  const row = await db
    .insertInto('staff_right')
    .values(rowOf(right))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findRight(db: Db, id: number) {
  const row = await db
    .selectFrom('staff_right')
    .select(['person_id as personId', 'role', 'project_id as projectId'])
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, role: StaffRole.parse(row.role) } : null
}

/** False if somebody else has ended it in the meantime. */
export async function updateRightEnded(db: Db, id: number, { by, at }: { by: number; at: Date }): Promise<boolean> {
  const result = await db
    .updateTable('staff_right')
    .set({ ended_at: at, ended_by: by })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Administrators whose right has no end date. Locks the rights of all administrators first, so that if two remove each other at
 * once, the second sees what the first has done.
 */
export async function lockAdministrators(db: Db): Promise<Set<number>> {
  const administrators = db.selectFrom('staff_right').where('staff_right.role', '=', 'Admin').where('ended_at', 'is', null)
  await administrators.select('staff_right.id').orderBy('staff_right.id').forUpdate().execute()
  const rows = await administrators
    .innerJoin('person', 'person.id', 'staff_right.person_id')
    .select('person.id')
    .where('until', 'is', null)
    .where('person.disabled_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .where('person.leaves_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
