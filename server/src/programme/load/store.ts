import { sql } from 'kysely'
import { newMemberFlags } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { Account } from '../format/programme.ts'

/** Concurrent loads would see each other's incomplete rows. */
export async function lockLoading(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7200002)`.execute(db)
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isEmpty: boolean }>`
    select not exists (select from person where role <> 'ai_assistant') and not exists (select from session) as "isEmpty"`.execute(
    db,
  )
  return rows[0]?.isEmpty ?? false
}

export async function findLastSourceHash(db: Db, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('programme_load')
    .select('source_hash')
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.source_hash ?? null
}

export async function insertLoad(
  db: Db,
  load: { name: string; baseLanguage: string; sourceHash: string; loadedAt: Date },
): Promise<void> {
  await db
    .insertInto('programme_load')
    .values({ name: load.name, base_language: load.baseLanguage, source_hash: load.sourceHash, loaded_at: load.loadedAt })
    .execute()
}

export async function findKnownLanguages(db: Db): Promise<{ code: string; isDefault: boolean }[]> {
  return db.selectFrom('language').select(['code', 'is_default as isDefault']).execute()
}

export async function findTakenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const rows = await db.selectFrom('person').select('email').where('email', 'in', emails).execute()
  return new Set(rows.map(({ email }) => email))
}

export type PersonRow = Account & {
  passwordHash: string | null
  projectId: number | null
  pictureUrl: string | null
  agreedTermsVersion: number | null
  createdAt: Date
}

/** Existing accounts stay unchanged: their owners may have changed them. */
export async function insertMissingPeople(db: Db, people: readonly PersonRow[]): Promise<Map<string, number>> {
  if (people.length === 0) return new Map()
  const rows = await db
    .insertInto('person')
    .values(
      people.map((person) => ({
        email: person.email,
        provider: person.provider,
        password_hash: person.passwordHash,
        google_subject: person.googleSubject ?? null,
        role: person.role,
        first_name: person.firstName,
        last_name: person.lastName,
        bio: person.bio,
        phone_number: person.phoneNumber,
        picture_url: person.pictureUrl,
        language_code: person.language,
        project_id: person.projectId,
        agreed_terms_version: person.agreedTermsVersion,
        email_verified_at: person.isEmailVerified ? person.createdAt : null,
        disabled_at: person.isDisabled ? person.createdAt : null,
        created_at: person.createdAt,
      })),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email'])
    .execute()
  return new Map(rows.map(({ id, email }) => [email, id]))
}

export async function insertExperiences(
  db: Db,
  rows: readonly { personId: number; experiences: Account['experiences'] }[],
): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('experience')
    .values(
      rows.map(({ personId, experiences: { mentorshipChat, aiChat, helpCenter, ...flags } }) => ({
        person_id: personId,
        ...newMemberFlags,
        ...flags,
        ...(mentorshipChat && { mentorship_chat: mentorshipChat }),
        ...(aiChat && { ai_chat: aiChat }),
        ...(helpCenter && { help_center: helpCenter }),
      })),
    )
    .execute()
}
