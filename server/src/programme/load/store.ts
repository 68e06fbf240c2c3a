import type { UserType } from '@saathi/contract/accounts/entities'
import type { ScreenKey } from '@saathi/contract/content/screen-calls'
import { sql } from 'kysely'
import { newMemberFlags } from '#accounts/public.ts'
import type { Texts } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import type { Account, ProgrammeFile } from '../format/programme.ts'

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

/** From now on this database never starts in production. */
export async function markDemoAccounts(db: Db): Promise<void> {
  await db.updateTable('system_setting').set({ has_demo_accounts: true }).execute()
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
        institution_code: person.institution ?? null,
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

type ScheduleRow = { projectId: number; position: number; sessionId: number; days: number }

/** Existing mentorships keep their dates; the new schedule applies to those that start later. */
export async function replaceSchedules(db: Db, projectIds: readonly number[], rows: readonly ScheduleRow[]): Promise<void> {
  if (projectIds.length === 0) return
  await db.deleteFrom('schedule_session').where('project_id', 'in', projectIds).execute()
  if (rows.length === 0) return
  await db
    .insertInto('schedule_session')
    .values(
      rows.map(({ projectId, position, sessionId, days }) => ({
        project_id: projectId,
        position,
        session_id: sessionId,
        days,
      })),
    )
    .execute()
}

type ScreenRow = { key: ScreenKey; title: Texts; description: Texts; imageHash: string | null }

/** No other rows refer to screens, so they are replaced. */
export async function replaceScreens(db: Db, screens: readonly ScreenRow[]): Promise<void> {
  await db.deleteFrom('match_screen').execute()
  await db
    .insertInto('match_screen')
    .values(
      screens.map(({ key, title, description, imageHash }) => ({
        key,
        title: title.text,
        description: description.text,
        image_hash: imageHash,
      })),
    )
    .execute()
  const texts = screens.flatMap(({ key, title, description }) =>
    Object.entries(title.locales).map(([language, words]) => ({
      screen_key: key,
      language_code: language,
      title: words,
      description: description.locales[language] ?? description.text,
    })),
  )
  if (texts.length > 0) await db.insertInto('match_screen_text').values(texts).execute()
}

type Institution = ProgrammeFile['institutions'][number] & { projectId: number | null }

/** Identified by their code. Institutions no longer in the folder stay unchanged. */
export async function saveInstitutions(db: Db, institutions: readonly Institution[]): Promise<void> {
  if (institutions.length === 0) return
  await db
    .insertInto('institution')
    .values(
      institutions.map(({ code, name, emailDomains, isActive, projectId, membersAreAdults }) => ({
        code,
        name,
        email_domains: emailDomains,
        is_active: isActive,
        project_id: projectId,
        members_are_adults: membersAreAdults,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        email_domains: ref('excluded.email_domains'),
        is_active: ref('excluded.is_active'),
        project_id: ref('excluded.project_id'),
        members_are_adults: ref('excluded.members_are_adults'),
        // A cohort belongs to one project.
        cohort_id: sql<
          number | null
        >`case when institution.project_id is not distinct from excluded.project_id then institution.cohort_id end`,
      })),
    )
    .execute()
}

export type DeclarationRow = { type: UserType; version: number; language: string; body: string }

/** Existing versions stay unchanged. Returns the stored rows. */
export async function insertMissingDeclarations(db: Db, rows: readonly DeclarationRow[]): Promise<DeclarationRow[]> {
  if (rows.length === 0) return []
  await db
    .insertInto('declaration')
    .values(rows.map(({ type, version, language, body }) => ({ user_type: type, version, language_code: language, body })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('declaration')
    .selectAll()
    .where(({ eb, or, and }) =>
      or(rows.map(({ type, version }) => and([eb('user_type', '=', type), eb('version', '=', version)]))),
    )
    .execute()
  return rows.flatMap((row) => {
    const found = stored.find(
      ({ user_type, version, language_code }) =>
        user_type === row.type && version === row.version && language_code === row.language,
    )
    return found ? [{ ...row, body: found.body }] : []
  })
}
