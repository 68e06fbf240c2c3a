import type { Declaration, Project, UserType } from '@saathi/contract/accounts/entities'
import { isForInstance, StaffRole } from '@saathi/contract/accounts/roles'
import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'
import { newMemberFlags } from './new-member.ts'

const MAX_PROJECTS = 500

export type ProjectRow = Project & { id: number; groupType: string; languages: string[] }

/** All of them, or the one with this key. */
export async function findProjects(db: Db, key: string | null = null): Promise<ProjectRow[]> {
  let projects = db.selectFrom('project').selectAll().orderBy('id').limit(MAX_PROJECTS)
  if (key !== null) projects = projects.where('key', '=', key)
  const rows = await projects.execute()
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    emailDomains: row.email_domains,
    isDisabled: row.is_disabled,
    groupType: row.group_type,
    languages: row.languages,
  }))
}

/** Locked against deletion until the end of the transaction. */
export async function hasProject(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('project').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()
  return row !== undefined
}

export type JoinedProject = { id: number; groupType: string; membersAreAdults: boolean }

/**
 * Null if the programme is closed. Locked, so that its type, which decides the roles of its members, cannot change before the
 * sign-up is complete.
 */
export async function findProjectToJoin(db: Db, id: number): Promise<JoinedProject | null> {
  const row = await db
    .selectFrom('project')
    .select(['id', 'group_type as groupType', 'members_are_adults as membersAreAdults'])
    .where('id', '=', id)
    .where('is_disabled', '=', false)
    .forKeyShare()
    .executeTakeFirst()
  return row ?? null
}

export type InstitutionRow = {
  code: string
  emailDomains: string[]
  projectId: number | null
  membersAreAdults: boolean
  cohortId: number | null
}

/**
 * Null if the code does not exist, is switched off, has ended or has no place left. The row is locked, so that two people
 * cannot take the last place.
 */
export async function findActiveInstitution(db: Db, code: string, today: string): Promise<InstitutionRow | null> {
  const row = await db
    .selectFrom('institution')
    .selectAll()
    .where('code', '=', code)
    .where('is_active', '=', true)
    .where((is) => is.or([is('ends_on', 'is', null), is('ends_on', '>=', today)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || (row.places !== null && row.places <= (await countSignedUpWith(db, code)))) return null
  return {
    code: row.code,
    emailDomains: row.email_domains,
    projectId: row.project_id,
    membersAreAdults: row.members_are_adults,
    cohortId: row.cohort_id,
  }
}

async function countSignedUpWith(db: Db, code: string): Promise<number> {
  const { count } = await db
    .selectFrom('person')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('institution_code', '=', code)
    .executeTakeFirstOrThrow()
  return count
}

/** The cohort that new members join: the latest whose sign-up has started and that has not ended. */
export const openCohorts = (db: Db, projectId: number, today: string) =>
  db
    .selectFrom('cohort')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('sign_up_from', '<=', today)
    .where('ends_on', '>=', today)
    .orderBy('sign_up_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** Locked, so that nobody deletes it before the sign-up is complete. */
export async function findCohortToJoin(db: Db, projectId: number, today: string): Promise<number | null> {
  return (await openCohorts(db, projectId, today).forKeyShare().executeTakeFirst())?.id ?? null
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
  cohortId?: number | null
  emailVerifiedAt: Date | null
  createdAt: Date
}

/** Null if the address or the Google account is taken: of two concurrent inserts one wins. */
export async function insertPerson(db: Db, person: NewPerson): Promise<number | null> {
  return (await insertPeople(db, [person])).get(person.email) ?? null
}

/** The ids by address, without those whose address or Google account is taken. */
export async function insertPeople(db: Db, people: readonly NewPerson[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .insertInto('person')
    .values(
      people.map((person) => ({
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
        cohort_id: person.cohortId ?? null,
        email_verified_at: person.emailVerifiedAt,
        created_at: person.createdAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute()
  const ids = new Map(rows.map(({ id, email }) => [email, id]))
  if (ids.size === 0) return ids
  await db
    .insertInto('experience')
    .values(rows.map(({ id }) => ({ person_id: id, ...newMemberFlags })))
    .execute()
  const owners = people.flatMap((person) => {
    const personId = ids.get(person.email)
    return personId === undefined ? [] : [{ ...person, personId }]
  })
  await insertFirstRights(db, owners)
  return ids
}

type AccountOwner = Pick<NewPerson, 'role' | 'projectId' | 'createdAt'> & { personId: number }

/** Gives a staff account the right of its role, in its programme or in all. */
export async function insertFirstRights(db: Db, people: readonly AccountOwner[]): Promise<void> {
  const rights = people.flatMap(({ personId, role: name, projectId, createdAt }) => {
    const { data: role } = StaffRole.safeParse(name)
    if (!role) return []
    return [{ person_id: personId, role, project_id: isForInstance(role) ? null : projectId, given_at: createdAt }]
  })
  if (rights.length > 0) await db.insertInto('staff_right').values(rights).execute()
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

/** The legal texts everybody agrees to, each with its current version. */
type LegalVersions = { terms: number; privacy: number; conduct: number }
type ConsentKind = keyof LegalVersions | 'declaration'

/** All three as one number. Versions only ever increase, so any change yields a new edition; the first is 1. */
export const edition = sql<number>`terms_version + privacy_version + conduct_version - 2`

export async function findLegalVersions(db: Db): Promise<LegalVersions & { edition: number }> {
  return db
    .selectFrom('system_setting')
    .select(['terms_version as terms', 'privacy_version as privacy', 'conduct_version as conduct', edition.as('edition')])
    .executeTakeFirstOrThrow()
}

/** Never lowered, because a lower version would ask nobody to agree again. */
export async function raiseLegalVersions(db: Db, { terms = 1, privacy = 1, conduct = 1 }: Partial<LegalVersions>): Promise<void> {
  await db
    .updateTable('system_setting')
    .set({
      terms_version: sql`greatest(terms_version, ${terms})`,
      privacy_version: sql`greatest(privacy_version, ${privacy})`,
      conduct_version: sql`greatest(conduct_version, ${conduct})`,
    })
    .execute()
}

type Consent = { personId: number; kind: ConsentKind; version: number; givenAt: Date }

/** Keeps the first consent if there already is one. */
export async function insertConsents(db: Db, consents: readonly Consent[]): Promise<void> {
  await db
    .insertInto('consent')
    .values(consents.map(({ personId, kind, version, givenAt }) => ({ person_id: personId, kind, version, given_at: givenAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateAgreedEdition(db: Db, personId: number, agreed: number): Promise<void> {
  await db.updateTable('person').set({ agreed_terms_version: agreed }).where('id', '=', personId).execute()
}
