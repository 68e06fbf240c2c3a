import { type Experiences, Experiences as ExperiencesSchema } from '@saathi/contract/accounts/entities'
import { Role, StaffRole } from '@saathi/contract/accounts/roles'
import { HOUR_MS } from '@saathi/contract/core/time'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { isRecent } from '#core/clock.ts'
import type { Actor, Db, Claims } from '#core/ctx.ts'
import type { Tables } from '#core/db/tables.gen.ts'
import { edition } from './sign-up/store.ts'

export type Credential = {
  personId: number
  passwordHash: string | null
  provider: string
  role: string
  isDisabled: boolean
  isVerified: boolean
}

export async function findCredential(db: Db, email: string): Promise<Credential | null> {
  const row = await db
    .selectFrom('person')
    .select(['id', 'password_hash', 'provider', 'role', 'disabled_at', 'email_verified_at'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row
    ? {
        personId: row.id,
        passwordHash: row.password_hash,
        provider: row.provider,
        role: row.role,
        isDisabled: row.disabled_at !== null,
        isVerified: row.email_verified_at !== null,
      }
    : null
}

/**
 * The current account status of a person who had this password a moment ago; null if it has changed. Waits for a concurrent
 * change and makes later ones wait, so that a change that ends all sign-ins also ends the new one.
 */
export async function findAccountStatusForShare(db: Db, personId: number, passwordHash: string | null) {
  const row = await db
    .selectFrom('person')
    .select(['disabled_at', 'email_verified_at'])
    .where('id', '=', personId)
    .where('password_hash', '=', passwordHash)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row ? { isDisabled: row.disabled_at !== null, isVerified: row.email_verified_at !== null } : null
}

/** A working day; after it the code is required again. */
const SECOND_FACTOR_MS = 12 * HOUR_MS

/** Null if the sign-in has ended or the person was disabled, whatever the token says. */
export async function findActor(db: Db, { personId, sessionId }: Claims, now: Date): Promise<Actor | null> {
  const row = await db
    .selectFrom('sign_in')
    .innerJoin('person', 'person.id', 'sign_in.person_id')
    .select(['person.role', 'person.language_code', 'sign_in.second_factor_at', rightsAt(now).as('rights')])
    .where('sign_in.id', '=', sessionId)
    .where('person.id', '=', personId)
    .where('sign_in.ended_at', 'is', null)
    .where('sign_in.expires_at', '>', now)
    .where('person.disabled_at', 'is', null)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const hasSecondFactor = row.second_factor_at !== null && isRecent(row.second_factor_at, now, SECOND_FACTOR_MS)
  const rights = Rights.parse(row.rights ?? [])
  return { personId, sessionId, role: Role.parse(row.role), language: row.language_code, hasSecondFactor, rights }
}

/**
 * A member of staff with their current rights, for background work that they have started. They gave their second factor when
 * starting it.
 */
export async function findStaffActor(db: Db, personId: number, now: Date): Promise<Actor | null> {
  const row = await db
    .selectFrom('person')
    .select(['role', 'language_code', rightsAt(now).as('rights')])
    .where('id', '=', personId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const rights = Rights.parse(row.rights ?? [])
  return { personId, sessionId: '', role: Role.parse(row.role), language: row.language_code, hasSecondFactor: true, rights }
}

const Rights = z.array(z.object({ role: StaffRole, projectId: z.nullable(z.int()) }))

/** Skipped for members, who have none and make most of the calls. */
const rightsAt = (now: Date) => sql`case when person.role = any(${[...StaffRole.options]}::text[]) then (
  select jsonb_agg(jsonb_build_object('role', role, 'projectId', project_id)) from staff_right
  where person_id = person.id and ended_at is null and (until is null or until > ${now})) end`

/** `parts` are scalar subqueries of other domains. */
export async function findProfile(db: Db, personId: number, parts: readonly RawBuilder<unknown>[]) {
  const { flags, partsFound, ...found } = await db
    .selectFrom('person')
    .leftJoin('experience', 'experience.person_id', 'person.id')
    .select((select) => [
      'person.id',
      'email',
      'provider',
      'role',
      'first_name as firstName',
      'last_name as lastName',
      'bio',
      'phone_number as phoneNumber',
      'picture_url as pictureUrl',
      'picture_file_id as pictureFileId',
      'language_code as languageCode',
      'agreed_terms_version as agreedTermsVersion',
      select.selectFrom('system_setting').select(edition.as('edition')).as('edition'),
      'matching_status as matchingStatus',
      'leaves_at as leavesAt',
      sql<FlagRow | null>`to_json(experience)`.as('flags'),
      sql<unknown[]>`json_build_array(${sql.join(parts)})`.as('partsFound'),
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow()
  return { found, experiences: toExperiences(flags), partsFound }
}

export async function findExperiences(db: Db, personId: number): Promise<Experiences> {
  const row = await db.selectFrom('experience').selectAll().where('person_id', '=', personId).executeTakeFirst()
  return toExperiences(row)
}

type FlagRow = Partial<Selectable<Tables['experience']>>

/** Part of a statement of another domain, to be read with `toExperiences`. */
export const flagsAsJson = (personId: number) =>
  sql<FlagRow | null>`(select to_json(experience) from experience where person_id = ${personId})`

export function toExperiences(row: FlagRow | null | undefined): Experiences {
  const { mentorship_chat = 'off', ai_chat = 'off', help_center = 'off' } = row ?? {}
  return ExperiencesSchema.parse({
    curriculum: row?.curriculum ?? 'off',
    session: row?.session ?? 'off',
    video: row?.video ?? 'off',
    survey: row?.survey ?? 'off',
    internship: row?.internship ?? 'off',
    chattype: row?.chattype ?? 'off',
    chatStatus: { mentorshipChat: mentorship_chat, aiChat: ai_chat, helpCenter: help_center },
  })
}

export type ProfileFields = { firstName: string; lastName: string; bio: string; phoneNumber?: string | undefined }

export async function updateProfileFields(db: Db, personId: number, fields: ProfileFields): Promise<void> {
  const { firstName, lastName, bio, phoneNumber } = fields
  await db
    .updateTable('person')
    .set({ first_name: firstName, last_name: lastName, bio, ...(phoneNumber !== undefined && { phone_number: phoneNumber }) })
    .where('id', '=', personId)
    .execute()
}

export async function findPictureForUpdate(db: Db, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('person')
    .select('picture_file_id')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.picture_file_id
}

export async function updatePicture(db: Db, personId: number, fileId: string | null): Promise<void> {
  await db.updateTable('person').set({ picture_file_id: fileId, picture_url: null }).where('id', '=', personId).execute()
}

/** False if no active language has this code; the person's current language may always be kept. */
export async function updateLanguage(db: Db, personId: number, code: string): Promise<boolean> {
  const result = await db
    .updateTable('person')
    .set({ language_code: code })
    .where('id', '=', personId)
    .where((where) =>
      where.or([
        where('language_code', '=', code),
        where.exists(where.selectFrom('language').select('code').where('code', '=', code).where('is_active', '=', true)),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function findMaintenance(db: Db): Promise<boolean> {
  const row = await db.selectFrom('system_setting').select('under_maintenance').executeTakeFirst()
  return row?.under_maintenance ?? false
}

export function findMaintenanceNotice(db: Db) {
  return db
    .selectFrom('system_setting')
    .select(['under_maintenance as underMaintenance', 'maintenance_message as message', 'maintenance_until as until'])
    .executeTakeFirstOrThrow()
}

/** Wire names to column names. */
const columns = {
  curriculum: 'curriculum',
  internship: 'internship',
  chattype: 'chattype',
  mentorshipChat: 'mentorship_chat',
  video: 'video',
} as const
export type ShownFlag = keyof typeof columns

/** Returns the flags that changed; of two concurrent calls only one finds each flag still locked. */
export async function openShownFlags(db: Db, personId: number, flags: readonly ShownFlag[]): Promise<ShownFlag[]> {
  const opened: ShownFlag[] = []
  for (const flag of flags) {
    const row = await db
      .updateTable('experience')
      .set({ [columns[flag]]: 'use' })
      .where('person_id', '=', personId)
      .where(columns[flag], '=', 'show')
      .returning('person_id')
      .executeTakeFirst()
    if (row) opened.push(flag)
  }
  return opened
}

/** Whether the person's programme or institution says that its members are adults. Unknown counts as a minor. */
export async function isKnownAdult(db: Db, personId: number): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .leftJoin('project', 'project.id', 'person.project_id')
    .leftJoin('institution', 'institution.code', 'person.institution_code')
    .select(['project.members_are_adults as byProject', 'institution.members_are_adults as byInstitution'])
    .where('person.id', '=', personId)
    .executeTakeFirst()
  return row?.byProject === true || row?.byInstitution === true
}

export function findActiveLanguages(db: Db): Promise<{ code: string; isDefault: boolean }[]> {
  return db
    .selectFrom('language')
    .select(['code', 'is_default as isDefault'])
    .where('is_active', '=', true)
    .orderBy('code')
    .execute()
}

/** True if the status changed. */
export async function updateMatchingStatus(db: Db, personId: number, status: string | null): Promise<boolean> {
  const row = await db
    .updateTable('person')
    .set({ matching_status: status })
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('matching_status', 'is distinct from', status)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locked, so that requesting to leave, staying and being erased cannot interleave. */
export async function findLeaverForUpdate(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .select(['email', 'leaves_at as leavesAt', 'deleted_at as deletedAt'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateLeavesAt(db: Db, personId: number, leavesAt: Date | null): Promise<void> {
  await db.updateTable('person').set({ leaves_at: leavesAt }).where('id', '=', personId).execute()
}

export async function findLeavers(db: Db, now: Date, afterId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where('leaves_at', '<=', now)
    .where('deleted_at', 'is', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
