import type { Declaration, Project, UserType } from '@saathi/contract/accounts/entities'
import type { Db } from '#core/ctx.ts'
import { newMemberFlags } from './new-member.ts'

const MAX_PROJECTS = 500

export type ProjectRow = Project & { id: number; groupType: string; membersAreAdults: boolean }

export async function findProjects(db: Db): Promise<ProjectRow[]> {
  const rows = await db.selectFrom('project').selectAll().orderBy('id').limit(MAX_PROJECTS).execute()
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    emailDomains: row.email_domains,
    isDisabled: row.is_disabled,
    groupType: row.group_type,
    membersAreAdults: row.members_are_adults,
  }))
}

export type InstitutionRow = {
  code: string
  emailDomains: string[]
  projectId: number | null
  groupType: string | null
  membersAreAdults: boolean
}

export async function findActiveInstitution(db: Db, code: string): Promise<InstitutionRow | null> {
  const row = await db
    .selectFrom('institution')
    .leftJoin('project', 'project.id', 'institution.project_id')
    .select([
      'institution.code',
      'institution.email_domains',
      'institution.members_are_adults as institutionAdults',
      'project.id as projectId',
      'project.group_type',
      'project.members_are_adults as projectAdults',
    ])
    .where('institution.code', '=', code)
    .where('institution.is_active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  return {
    code: row.code,
    emailDomains: row.email_domains,
    projectId: row.projectId,
    groupType: row.group_type,
    membersAreAdults: row.institutionAdults || row.projectAdults === true,
  }
}

export type NewPerson = {
  email: string
  provider: 'normal' | 'google'
  passwordHash: string | null
  googleSubject: string | null
  role: string
  firstName: string
  lastName: string
  phoneNumber: string
  languageCode: string
  projectId: number | null
  institutionCode: string | null
  emailVerifiedAt: Date | null
  createdAt: Date
}

/** Null if the address or the Google account is taken: of two concurrent inserts one wins. */
export async function insertPerson(db: Db, person: NewPerson): Promise<number | null> {
  const row = await db
    .insertInto('person')
    .values({
      email: person.email,
      provider: person.provider,
      password_hash: person.passwordHash,
      google_subject: person.googleSubject,
      role: person.role,
      first_name: person.firstName,
      last_name: person.lastName,
      phone_number: person.phoneNumber,
      language_code: person.languageCode,
      project_id: person.projectId,
      institution_code: person.institutionCode,
      email_verified_at: person.emailVerifiedAt,
      created_at: person.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await db
    .insertInto('experience')
    .values({ person_id: row.id, ...newMemberFlags })
    .execute()
  return row.id
}

/** The current version, in this language or else in the default one. */
export async function findDeclaration(db: Db, type: UserType, language: string): Promise<Declaration | null> {
  const row = await db
    .selectFrom('declaration')
    .innerJoin('language', 'language.code', 'declaration.language_code')
    .select(['version', 'body'])
    .where('user_type', '=', type)
    .where((where) => where.or([where('language.code', '=', language), where('language.is_default', '=', true)]))
    .orderBy('version', 'desc')
    .orderBy((order) => order('language.code', '=', language), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { type, version: row.version, declaration: row.body } : null
}
