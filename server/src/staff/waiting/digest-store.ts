import { DigestRhythm } from '@saathi/contract/staff/console-calls'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

/** Null if the account is blocked, not confirmed or gone. */
export async function findColleague(db: Db, personId: number) {
  const row = await db
    .selectFrom('person')
    .select(['email', 'first_name as firstName', 'language_code as language', 'role'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

export async function findRhythm(db: Db, personId: number): Promise<DigestRhythm> {
  const row = await db.selectFrom('staff_digest').select('rhythm').where('person_id', '=', personId).executeTakeFirst()
  return row ? DigestRhythm.parse(row.rhythm) : 'daily'
}

export async function saveRhythm(db: Db, personId: number, rhythm: DigestRhythm): Promise<void> {
  await db
    .insertInto('staff_digest')
    .values({ person_id: personId, rhythm })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ rhythm }))
    .execute()
}

/** Locked until the end of the transaction: of two servers, the second sees what the first has sent. */
export async function lockDigest(db: Db, personId: number) {
  await db
    .insertInto('staff_digest')
    .values({ person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('staff_digest')
    .select('rhythm')
    // As text: a date has no time zone.
    .select(sql<string | null>`last_sent_on::text`.as('lastSentOn'))
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { rhythm: DigestRhythm.parse(row.rhythm), lastSentOn: row.lastSentOn }
}

export async function updateSentOn(db: Db, personId: number, day: string): Promise<void> {
  await db.updateTable('staff_digest').set({ last_sent_on: day }).where('person_id', '=', personId).execute()
}
