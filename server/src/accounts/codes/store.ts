import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type CodePurpose = 'sign_up' | 'reset' | 'change_email'
export type CodeKey = { address: string; purpose: CodePurpose }

/**
 * Allows for small clock differences between servers. A code issued later than this predates a clock change and would
 * live too long.
 */
const latestIssue = (now: Date) => new Date(now.getTime() + 60_000)

/** The state of a code, without the code itself. */
export type CodeStatus = { issuedAt: Date; expiresAt: Date; wrongTries: number; isUsed: boolean }

export async function findCodeStatus(db: Db, { address, purpose }: CodeKey): Promise<CodeStatus | null> {
  const row = await db
    .selectFrom('one_time_code')
    .select(['issued_at', 'expires_at', 'wrong_tries', 'used_at'])
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (!row) return null
  return { issuedAt: row.issued_at, expiresAt: row.expires_at, wrongTries: row.wrong_tries, isUsed: row.used_at !== null }
}

/**
 * Replaces an older code. False if that one was issued within `unlessBetween`: of two concurrent requests, one wins. A code with
 * at least `spoiltFrom` wrong tries can be replaced at any time.
 */
export async function saveCode(
  db: Db,
  { address, purpose }: CodeKey,
  code: { hash: Buffer; issuedAt: Date; expiresAt: Date; unlessBetween: readonly [Date, Date]; spoiltFrom: number | null },
): Promise<boolean> {
  const [earliest, latest] = code.unlessBetween
  const row = await db
    .insertInto('one_time_code')
    .values({ address, purpose, code_hash: code.hash, issued_at: code.issuedAt, expires_at: code.expiresAt })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'purpose'])
        .doUpdateSet(({ ref }) => ({
          code_hash: ref('excluded.code_hash'),
          issued_at: ref('excluded.issued_at'),
          expires_at: ref('excluded.expires_at'),
          wrong_tries: 0,
          verified_at: null,
          used_at: null,
        }))
        .where(({ or, eb }) =>
          or([
            eb('one_time_code.issued_at', '<=', earliest),
            eb('one_time_code.issued_at', '>', latest),
            ...(code.spoiltFrom === null ? [] : [eb('one_time_code.wrong_tries', '>=', code.spoiltFrom)]),
          ]),
        ),
    )
    .returning('address')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Compares and counts in one statement: of a hundred concurrent guesses the row lock lets five through, one at a time. A right
 * code does not count as a try, and from its first use it is valid until `verifiedUntil`. Null if no valid code is left.
 */
export async function tryCode(
  db: Db,
  { address, purpose }: CodeKey,
  attempt: { hash: Buffer; now: Date; verifiedUntil: Date; maxWrongTries: number },
): Promise<boolean | null> {
  const { hash, now, verifiedUntil, maxWrongTries } = attempt
  const { rows } = await sql<{ isRight: boolean }>`
    update one_time_code set
      wrong_tries = wrong_tries + case when code_hash = ${hash} then 0 else 1 end,
      verified_at = case when code_hash = ${hash} then coalesce(verified_at, ${now}) else verified_at end,
      expires_at = case when code_hash = ${hash} and verified_at is null then ${verifiedUntil} else expires_at end
    where address = ${address} and purpose = ${purpose}
      and used_at is null and expires_at > ${now} and issued_at <= ${latestIssue(now)} and wrong_tries < ${maxWrongTries}
    returning code_hash = ${hash} as "isRight"`.execute(db)
  return rows[0]?.isRight ?? null
}

/** True for one caller only, however many send the same right code. */
export async function updateCodeUsed(
  db: Db,
  { address, purpose }: CodeKey,
  { hash, now, maxWrongTries }: { hash: Buffer; now: Date; maxWrongTries: number },
): Promise<boolean> {
  const result = await db
    .updateTable('one_time_code')
    .set({ used_at: now })
    .where('address', '=', address)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('issued_at', '<=', latestIssue(now))
    .where('wrong_tries', '<', maxWrongTries)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function deleteOldCodes(db: Db, issuedBefore: Date): Promise<void> {
  await db.deleteFrom('one_time_code').where('issued_at', '<', issuedBefore).execute()
}

export async function insertLink(
  db: Db,
  link: { tokenHash: Buffer; personId: number; address: string; issuedAt: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('verification_link')
    .values({
      token_hash: link.tokenHash,
      person_id: link.personId,
      address: link.address,
      issued_at: link.issuedAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

export async function hasLinkBetween(db: Db, personId: number, [from, until]: readonly [Date, Date]): Promise<boolean> {
  const row = await db
    .selectFrom('verification_link')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('issued_at', '>', from)
    .where('issued_at', '<=', until)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Link = {
  personId: number
  email: string
  isUsed: boolean
  isVerified: boolean
  issuedAt: Date
  expiresAt: Date
  needsPassword: boolean
}

/**
 * Locked, so that when a link is opened twice at once, the second request sees the result of the first. A link to a changed
 * address is unknown.
 */
export async function findLinkForUpdate(db: Db, tokenHash: Buffer): Promise<Link | null> {
  const row = await db
    .selectFrom('verification_link')
    .innerJoin('person', 'person.id', 'verification_link.person_id')
    .select([
      'person.id as personId',
      'person.email',
      'person.provider',
      'person.password_hash',
      'person.email_verified_at',
      'verification_link.used_at',
      'verification_link.issued_at',
      'verification_link.expires_at',
    ])
    .where('token_hash', '=', tokenHash)
    .whereRef('verification_link.address', '=', 'person.email')
    .where('person.deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    personId: row.personId,
    email: row.email,
    isUsed: row.used_at !== null,
    isVerified: row.email_verified_at !== null,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    needsPassword: row.provider === 'normal' && row.password_hash === null,
  }
}

export async function updateLinkUsed(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('verification_link').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteOldLinks(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('verification_link').where('expires_at', '<', expiredBefore).execute()
}
