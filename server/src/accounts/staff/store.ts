import type { Experiences, Permission } from '@saathi/contract/accounts/entities'
import type { Role } from '@saathi/contract/accounts/roles'
import type { Db } from '#core/ctx.ts'

export type Flags = Readonly<Record<Exclude<keyof Experiences, 'chatStatus'> | keyof Experiences['chatStatus'], Permission>>

/**
 * Locks the row, so that concurrent staff changes to one person run one after the other. Null if they left or never
 * existed.
 */
export async function findPersonForUpdate(db: Db, personId: number): Promise<number | null> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

/** Updates only the given flags: other code may change another flag of the same person at the same time. */
export async function saveFlags(db: Db, personId: number, flags: Partial<Flags>): Promise<void> {
  const { mentorshipChat, aiChat, helpCenter, ...same } = flags
  const columns = {
    ...same,
    ...(mentorshipChat && { mentorship_chat: mentorshipChat }),
    ...(aiChat && { ai_chat: aiChat }),
    ...(helpCenter && { help_center: helpCenter }),
  }
  if (Object.keys(columns).length === 0) return
  await db
    .insertInto('experience')
    .values({ person_id: personId, ...columns })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(columns))
    .execute()
}

/** Active people with a right of one of these roles in the programme of this person, by id; never the person. */
export async function findStaffOf(
  db: Db,
  roles: readonly Role[],
  { personId, now }: { personId: number; now: Date },
): Promise<number[]> {
  if (roles.length === 0) return []
  const rows = await db
    .selectFrom('staff_right')
    .innerJoin('person', 'person.id', 'staff_right.person_id')
    .select('person.id')
    .distinct()
    .where('staff_right.role', 'in', roles)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('staff_right.project_id', 'is', null),
        eb(
          'staff_right.project_id',
          '=',
          selectFrom('person as about').select('about.project_id').where('about.id', '=', personId),
        ),
      ]),
    )
    .where('person.id', '<>', personId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('person.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Keeps the first date if already set. */
export async function updateDisabled(db: Db, personId: number, isDisabled: boolean, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set((is) => ({ disabled_at: isDisabled ? is.fn.coalesce('disabled_at', is.val(now)) : null }))
    .where('id', '=', personId)
    .execute()
}

export async function updateVerified(db: Db, personId: number, isVerified: boolean, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set((is) => ({ email_verified_at: isVerified ? is.fn.coalesce('email_verified_at', is.val(now)) : null }))
    .where('id', '=', personId)
    .execute()
}

export async function updateMaintenance(db: Db, underMaintenance: boolean): Promise<void> {
  await db.updateTable('system_setting').set({ under_maintenance: underMaintenance }).execute()
}
