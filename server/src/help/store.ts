import { DangerKind, type Helpline } from '@saathi/contract/help/entities'
import * as z from 'zod/mini'
import type { Db } from '#core/ctx.ts'
import { readIn, Texts } from '#core/translated-texts.ts'

/** Returns the conversation's id, creating it if needed, and locks it so that messages are written one after the other. */
export async function openOwnCase(db: Db, personId: number, now: Date): Promise<number> {
  await db
    .insertInto('help_case')
    .values({ person_id: personId, opened_at: now, last_message_at: now, is_waiting: true })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('help_case')
    .select('id')
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return id
}

/** Null if there is no such conversation. */
export async function findCasePersonId(db: Db, caseId: number): Promise<number | null> {
  const row = await db.selectFrom('help_case').select('person_id as personId').where('id', '=', caseId).executeTakeFirst()
  return row?.personId ?? null
}

export async function lockCase(db: Db, caseId: number): Promise<void> {
  await db.selectFrom('help_case').select('id').where('id', '=', caseId).forUpdate().execute()
}

export type OwnCase = { id: number; readUpTo: number; concern: string | null }

/** Null for a person who has never written. */
export async function findOwnCase(db: Db, personId: number): Promise<OwnCase | null> {
  const row = await db
    .selectFrom('help_case')
    .select(['id', 'read_up_to as readUpTo', 'concern'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ?? null
}

/** Locked until the transaction ends, so that nothing arrives between counting and marking. */
export async function lockOwnCase(db: Db, personId: number): Promise<OwnCase | null> {
  const row = await db
    .selectFrom('help_case')
    .select(['id', 'read_up_to as readUpTo', 'concern'])
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function countUnread(db: Db, { id, readUpTo }: Pick<OwnCase, 'id' | 'readUpTo'>): Promise<number> {
  const { count } = await db
    .selectFrom('help_message')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('case_id', '=', id)
    .where('is_from_staff', '=', true)
    .where('id', '>', readUpTo)
    .executeTakeFirstOrThrow()
  return count
}

/** The latest message id up to this one; 0 if there is none. */
export async function findLatestMessageId(db: Db, caseId: number, upTo: number): Promise<number> {
  const row = await db
    .selectFrom('help_message')
    .select('id')
    .where('case_id', '=', caseId)
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function updateReadUpTo(db: Db, caseId: number, readUpTo: number): Promise<void> {
  await db.updateTable('help_case').set({ read_up_to: readUpTo }).where('id', '=', caseId).execute()
}

export type NewMessage = { caseId: number; senderId: number; clientId: string; isFromStaff: boolean; body: string }

/** Null if it already exists. */
export async function insertMessage(db: Db, message: NewMessage, now: Date): Promise<number | null> {
  const row = await db
    .insertInto('help_message')
    .values({
      case_id: message.caseId,
      sender_id: message.senderId,
      client_id: message.clientId,
      is_from_staff: message.isFromStaff,
      body: message.body,
      sent_at: now,
    })
    .onConflict((conflict) => conflict.columns(['case_id', 'sender_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The team owes a reply if the last message is from the person. */
export async function updateCaseLastMessage(db: Db, caseId: number, isWaiting: boolean, now: Date): Promise<void> {
  await db
    .updateTable('help_case')
    .set({ is_waiting: isWaiting, last_message_at: now, closed_at: null })
    .where('id', '=', caseId)
    .execute()
}

/** Whether the person has written after this message. */
export async function hasWrittenSince(db: Db, caseId: number, messageId: number): Promise<boolean> {
  const row = await db
    .selectFrom('help_message')
    .select('id')
    .where('case_id', '=', caseId)
    .where('is_from_staff', '=', false)
    .where('id', '>', messageId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type CaseConcern = { concern: string | null; isUrgent: boolean; alertedAt: Date | null }

/** Locks the conversation, so that of two concurrent messages only one notifies the team. */
export function lockConcern(db: Db, caseId: number): Promise<CaseConcern> {
  return db
    .selectFrom('help_case')
    .select(['concern', 'is_urgent as isUrgent', 'alerted_at as alertedAt'])
    .where('id', '=', caseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateCaseConcern(db: Db, caseId: number, { concern, isUrgent, alertedAt }: CaseConcern): Promise<void> {
  await db
    .updateTable('help_case')
    .set({ concern, is_urgent: isUrgent, alerted_at: alertedAt })
    .where('id', '=', caseId)
    .execute()
}

/** False if it was closed already: it keeps its date. Closing clears the urgency. */
export async function updateCaseClosed(db: Db, caseId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('help_case')
    .set({ is_waiting: false, closed_at: now, is_urgent: false, concern: null, alerted_at: null })
    .where('id', '=', caseId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function messages(db: Db) {
  return db
    .selectFrom('help_message')
    .leftJoin('person', 'person.id', 'help_message.sender_id')
    .select([
      'help_message.id',
      'help_message.client_id as clientId',
      'help_message.is_from_staff as isFromStaff',
      'help_message.body',
      'help_message.sent_at as sentAt',
      'person.first_name as senderFirstName',
    ])
}
export type MessageRow = Awaited<ReturnType<typeof findMessageSent>>

export function findMessageSent(db: Db, { caseId, senderId, clientId }: NewMessage) {
  return messages(db)
    .where('help_message.case_id', '=', caseId)
    .where('help_message.sender_id', '=', senderId)
    .where('help_message.client_id', '=', clientId)
    .executeTakeFirstOrThrow()
}

export async function findSentBefore(db: Db, { caseId, senderId, clientId }: NewMessage): Promise<boolean> {
  const sent = db.selectFrom('help_message').select('id').where('case_id', '=', caseId).where('sender_id', '=', senderId)
  return (await sent.where('client_id', '=', clientId).executeTakeFirst()) !== undefined
}

/** Newest first; only messages before `before`, if given. */
export function findMessages(db: Db, caseId: number, before: number | undefined, limit: number): Promise<MessageRow[]> {
  let query = messages(db).where('help_message.case_id', '=', caseId).orderBy('help_message.id', 'desc').limit(limit)
  if (before !== undefined) query = query.where('help_message.id', '<', before)
  return query.execute()
}

/** Both sides of the person's own conversation; staff replies to others belong to those. */
export function findConversation(db: Db, personId: number) {
  return db
    .selectFrom('help_message')
    .innerJoin('help_case', 'help_case.id', 'help_message.case_id')
    .select(['help_message.is_from_staff as isFromTeam', 'help_message.body as message', 'help_message.sent_at as sentAt'])
    .where('help_case.person_id', '=', personId)
    .orderBy('help_message.id')
    .execute()
}

export async function deleteCaseOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('help_case').where('person_id', '=', personId).execute()
}

/** Replies to others stay; the sender is removed. */
export async function updateAnswersNameless(db: Db, personId: number): Promise<void> {
  await db.updateTable('help_message').set({ sender_id: null }).where('sender_id', '=', personId).execute()
}

const MAX_HELPLINES = 50

/** A helpline as stored in the database, in all languages. */
export const StoredHelpline = z.object({
  name: Texts,
  text: Texts,
  /** Its position in the list of each danger kind, from 1. */
  places: z.partialRecord(DangerKind, z.int()),
  checkedOn: z.string(),
})
export type StoredHelpline = z.infer<typeof StoredHelpline>

/** The helplines for this kind of danger, best first. */
export async function findHelplines(db: Db, kind: DangerKind, language: string): Promise<Helpline[]> {
  const rows = await db.selectFrom('helpline').selectAll().orderBy('number').limit(MAX_HELPLINES).execute()
  return rows
    .flatMap(({ number, content }) => {
      const { name, text, places } = StoredHelpline.parse(content)
      const place = places[kind]
      return place === undefined
        ? []
        : [{ place, number, name: readIn(language, name).locale, text: readIn(language, text).locale }]
    })
    .toSorted((a, b) => a.place - b.place)
    .map(({ number, name, text }) => ({ number, name, text }))
}
