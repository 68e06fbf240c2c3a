import type { Db } from '#core/ctx.ts'
import type { InstitutionRow } from '../sign-up/store.ts'

const MAX_INSTITUTIONS = 5_000
const MAX_COHORTS = 5_000

/** Institutions open on this day. Their number of places limits self sign-up only, not staff. */
export async function findInstitutions(db: Db, today: string): Promise<InstitutionRow[]> {
  const rows = await db
    .selectFrom('institution')
    .leftJoin('project', 'project.id', 'institution.project_id')
    .select([
      'institution.code',
      'institution.email_domains as emailDomains',
      'project.id as projectId',
      'institution.cohort_id as cohortId',
      'institution.members_are_adults as membersAreAdults',
    ])
    .where('institution.is_active', '=', true)
    .where((is) => is.or([is('institution.ends_on', 'is', null), is('institution.ends_on', '>=', today)]))
    .orderBy('institution.code')
    .limit(MAX_INSTITUTIONS)
    .execute()
  return rows
}

export function findLanguages(db: Db) {
  return db
    .selectFrom('language')
    .select(['code', 'name', 'is_active as isActive', 'is_default as isDefault'])
    .orderBy('code')
    .execute()
}

/** Latest first. */
export function findCohorts(db: Db) {
  return db
    .selectFrom('cohort')
    .select(['id', 'project_id as projectId', 'name', 'starts_on as startsOn'])
    .orderBy('starts_on', 'desc')
    .limit(MAX_COHORTS)
    .execute()
}

export type Account = {
  personId: number
  hasJoined: boolean
  isDisabled: boolean
  cohortId: number | null
  role: string
  firstName: string
  lastName: string
  phoneNumber: string
  languageCode: string
  projectId: number | null
  institutionCode: string | null
}

export async function findAccounts(db: Db, addresses: readonly string[]): Promise<ReadonlyMap<string, Account>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('person')
    .select([
      'id as personId',
      'cohort_id as cohortId',
      'disabled_at as disabledAt',
      'email_verified_at as verifiedAt',
      'email',
      'role',
      'first_name as firstName',
      'last_name as lastName',
      'phone_number as phoneNumber',
      'language_code as languageCode',
      'project_id as projectId',
      'institution_code as institutionCode',
    ])
    .where('email', 'in', addresses)
    .execute()
  return new Map(
    rows.map(({ email, disabledAt, verifiedAt, ...account }) => [
      email,
      { ...account, isDisabled: disabledAt !== null, hasJoined: verifiedAt !== null },
    ]),
  )
}
