import type { Db } from '#core/ctx.ts'

export type Mail = { to: string; subject: string; text: string; html: string }

export async function insertMail(db: Db, mail: Mail, now: Date): Promise<void> {
  await db
    .insertInto('mail')
    .values({ to_address: mail.to, subject: mail.subject, text: mail.text, html: mail.html, created_at: now })
    .execute()
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
    sentAt: row.created_at.toISOString(),
  }))
}

export async function findAddress(db: Db, personId: number) {
  return db
    .selectFrom('person')
    .select(['email', 'first_name as firstName', 'language_code as language'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
}
