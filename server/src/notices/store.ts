import { shownName } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

/** `calendarFile`: attachment for the reader's calendar, or null. */
export type Mail = { to: string; subject: string; text: string; html: string; calendarFile: string | null }

export async function insertMail(db: Db, mail: Mail, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('mail')
    .values({
      to_address: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      calendar_file: mail.calendarFile,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Null if already sent, deleted or wiped. */
export async function findUnsentMail(db: Db, id: number): Promise<(Mail & { from: string | null; messageKey: string }) | null> {
  const row = await db
    .selectFrom('mail')
    .select(['to_address as to', 'subject', 'text', 'html', 'calendar_file as calendarFile', 'message_key as messageKey'])
    .select((is) => is.selectFrom('system_setting').select('sent_from').as('from'))
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('text', '!=', '')
    .executeTakeFirst()
  return row ?? null
}

const noContent = { text: '', html: '', calendar_file: null }

export async function updateMailSent(db: Db, id: number, now: Date, { keepContent }: { keepContent: boolean }): Promise<void> {
  await db
    .updateTable('mail')
    .set({ sent_at: now, ...(!keepContent && noContent) })
    .where('id', '=', id)
    .execute()
}

export async function updateMailRefused(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({ refused_at: now, ...noContent })
    .where('id', '=', id)
    .execute()
}

export async function saveRefusal(db: Db, address: string, code: number, now: Date): Promise<void> {
  await db
    .insertInto('mail_refusal')
    .values({ address, code, count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet(({ ref, eb }) => ({
        code,
        last_at: now,
        count: eb(ref('mail_refusal.count'), '+', 1),
      })),
    )
    .execute()
}

/** True if there was one. */
export async function deleteRefusal(db: Db, address: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mail_refusal').where('address', '=', address).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Null if the mail server accepted the last mail to the address, or was never asked. */
export async function findRefusal(db: Db, address: string) {
  const row = await db
    .selectFrom('mail_refusal')
    .select(['code', 'count', 'last_at as at'])
    .where('address', '=', address)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the number deleted; at most `limit` at a time, so that no statement takes long. */
export async function deleteOldMail(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('mail').select('id').where('created_at', '<', before).limit(limit)
  const result = await db.deleteFrom('mail').where('id', 'in', old).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Wipes the content of mails that could not be sent, or were sent before a mail server was configured. */
export async function wipeOldMail(db: Db, before: Date, limit: number): Promise<number> {
  const old = db.selectFrom('mail').select('id').where('created_at', '<', before).where('text', '!=', '').limit(limit)
  const result = await db.updateTable('mail').set(noContent).where('id', 'in', old).executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function deleteMailTo(db: Db, address: string): Promise<void> {
  await db.deleteFrom('mail').where('to_address', '=', address).execute()
  await deleteRefusal(db, address)
}

const MAX_LISTED = 50

export async function findMail(db: Db, to: string | undefined): Promise<(Mail & { sentAt: string })[]> {
  let query = db.selectFrom('mail').selectAll().orderBy('id', 'desc').limit(MAX_LISTED)
  if (to) query = query.where('to_address', '=', to)
  const rows = await query.execute()
  return rows.map((row) => ({
    to: row.to_address,
    subject: row.subject,
    text: row.text,
    html: row.html,
    calendarFile: row.calendar_file,
    sentAt: (row.sent_at ?? row.created_at).toISOString(),
  }))
}

/** Undefined if the person has left. */
export function findAddress(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .select(['email', 'first_name as firstName', 'language_code as language'])
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** First names; people who have left are called former members. */
export async function findNames(db: Db, language: string, personIds: readonly number[]): Promise<Map<number, string>> {
  if (personIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('person')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'deleted_at as deletedAt'])
    .where('id', 'in', [...new Set(personIds)])
    .execute()
  return new Map(rows.map((row) => [row.id, shownName({ ...row, lastName: row.firstName ? '' : row.lastName }, language)]))
}
