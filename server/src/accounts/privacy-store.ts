import type { Db } from '#core/ctx.ts'

export function findOwnRecord(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .leftJoin('project', 'project.id', 'person.project_id')
    .leftJoin('institution', 'institution.code', 'person.institution_code')
    .select([
      'person.id',
      'person.email',
      'person.provider',
      'person.role',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'person.bio',
      'person.phone_number as phoneNumber',
      'person.picture_url as pictureUrl',
      'person.picture_file_id as pictureFileId',
      'person.language_code as languageCode',
      'project.name as program',
      'person.institution_code as institutionCode',
      'institution.name as institution',
      'person.google_subject as googleSubject',
      'person.agreed_terms_version as agreedTermsVersion',
      'person.matching_status as matchingStatus',
      'person.email_verified_at as emailVerifiedAt',
      'person.totp_confirmed_at as authenticatorSince',
      'person.created_at as createdAt',
      'person.leaves_at as leavesAt',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow()
}

export function findConsents(db: Db, personId: number) {
  return db
    .selectFrom('consent')
    .select(['kind', 'version', 'given_at as givenAt'])
    .where('person_id', '=', personId)
    .orderBy('given_at')
    .orderBy('id')
    .execute()
}

/** Includes sign-ins that have ended but are still stored. */
export function findEverySignIn(db: Db, personId: number) {
  return db
    .selectFrom('sign_in')
    .select([
      'device',
      'started_at as startedAt',
      'last_used_at as lastUsedAt',
      'confirmed_at as confirmedAt',
      'second_factor_at as secondFactorAt',
      'expires_at as expiresAt',
      'ended_at as endedAt',
      'end_reason as endReason',
    ])
    .where('person_id', '=', personId)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
}

export function findEveryRight(db: Db, personId: number) {
  return db
    .selectFrom('staff_right')
    .leftJoin('project', 'project.id', 'staff_right.project_id')
    .select(['role', 'project.name as programme', 'until', 'given_at as givenAt', 'ended_at as endedAt'])
    .where('person_id', '=', personId)
    .orderBy('staff_right.id')
    .execute()
}

export function findAddressChanges(db: Db, personId: number) {
  return db
    .selectFrom('address_change')
    .select(['from_address as from', 'to_address as to', 'device', 'changed_at as changedAt'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
}

/** The imported row from which staff created the account, while it is still stored. */
export function findImportedRows(db: Db, personId: number) {
  return db
    .selectFrom('import_row')
    .select(['address', 'fields', 'problems', 'found', 'written'])
    .where('person_id', '=', personId)
    .orderBy('run_id')
    .execute()
}

export function findOwnImports(db: Db, personId: number) {
  return db
    .selectFrom('import_run')
    .select(['file_name as fileName', 'columns', 'created_at as createdAt'])
    .where('started_by', '=', personId)
    .orderBy('id')
    .execute()
}

/** Empties the imported row but keeps it, so that the counts of the import stay right. */
async function wipeImports(db: Db, personId: number): Promise<void> {
  const noRow = { fields: '{}', problems: '[]', address: null, person_id: null, found: null, written: null }
  await db.updateTable('import_row').set(noRow).where('person_id', '=', personId).execute()
  await db
    .updateTable('import_run')
    .set({ started_by: null, file_name: '-', columns: '[]' })
    .where('started_by', '=', personId)
    .execute()
}

/** Tokens and devices are deleted with their sign-ins. */
export async function deleteRecordsOf(db: Db, personId: number, address: string): Promise<void> {
  await wipeImports(db, personId)
  await db.deleteFrom('sign_in').where('person_id', '=', personId).execute()
  await db.deleteFrom('consent').where('person_id', '=', personId).execute()
  await db.deleteFrom('experience').where('person_id', '=', personId).execute()
  await db
    .deleteFrom('verification_link')
    .where((is) => is.or([is('person_id', '=', personId), is('address', '=', address)]))
    .execute()
  await db.deleteFrom('one_time_code').where('address', '=', address).execute()
  await db.deleteFrom('address_change').where('person_id', '=', personId).execute()
  await db.deleteFrom('staff_right').where('person_id', '=', personId).execute()
  await db.deleteFrom('recovery_code').where('person_id', '=', personId).execute()
  await db.deleteFrom('authenticator_reset').where('person_id', '=', personId).execute()
}

/** Not a valid hash, so no password matches it. */
const NO_PASSWORD = 'removed'

/** Frees the address for a new account; the replacement cannot receive mail. */
export async function updatePersonEmptied(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .updateTable('person')
    .set({
      email: `former-${personId}@removed.invalid`,
      provider: 'normal',
      password_hash: NO_PASSWORD,
      google_subject: null,
      first_name: '',
      last_name: '',
      bio: '',
      phone_number: '',
      picture_url: null,
      picture_file_id: null,
      project_id: null,
      cohort_id: null,
      institution_code: null,
      agreed_terms_version: null,
      matching_status: null,
      email_verified_at: null,
      totp_key: null,
      totp_confirmed_at: null,
      totp_last_step: null,
      leaves_at: null,
      deleted_at: now,
    })
    .where('id', '=', personId)
    .execute()
}
