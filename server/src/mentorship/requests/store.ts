import { RequestAnswer, RequestKind, RequestReason } from '@saathi/contract/mentorship/course-entities'
import type { Db } from '#core/ctx.ts'

export type RequestRow = {
  id: number
  mentorshipId: number
  personId: number
  kind: RequestKind
  reason: RequestReason
  words: string
  askedAt: Date
  closedAt: Date | null
}

function requests(db: Db) {
  return db
    .selectFrom('pair_request')
    .select([
      'id',
      'mentorship_id as mentorshipId',
      'person_id as personId',
      'kind',
      'reason',
      'words',
      'asked_at as askedAt',
      'closed_at as closedAt',
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof requests>['executeTakeFirstOrThrow']>>
const toRequest = (row: Row): RequestRow => ({
  ...row,
  kind: RequestKind.parse(row.kind),
  reason: RequestReason.parse(row.reason),
})

/** Null if the person has an open one in this mentorship. */
export async function insertRequest(
  db: Db,
  { mentorshipId, personId, kind, reason, words, askedAt }: Omit<RequestRow, 'id' | 'closedAt'>,
): Promise<number | null> {
  const row = await db
    .insertInto('pair_request')
    .values({ mentorship_id: mentorshipId, person_id: personId, kind, reason, words, asked_at: askedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findRequest(db: Db, id: number): Promise<RequestRow | null> {
  const row = await requests(db).where('id', '=', id).executeTakeFirst()
  return row ? toRequest(row) : null
}

/** Locked until the commit, so that an answer and a withdrawal do not both count. */
export async function lockRequest(db: Db, id: number): Promise<RequestRow | null> {
  const row = await requests(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ? toRequest(row) : null
}

const SHOWN_REQUESTS = 50

/** Open ones first, then newest first. */
export async function findRequests(db: Db, mentorshipId: number): Promise<RequestRow[]> {
  const rows = await requests(db)
    .where('mentorship_id', '=', mentorshipId)
    .orderBy(({ eb }) => eb('closed_at', 'is', null), 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_REQUESTS)
    .execute()
  return rows.map(toRequest)
}

export async function findNewestRequest(db: Db, mentorshipId: number, personId: number): Promise<RequestRow | null> {
  const row = await requests(db)
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toRequest(row) : null
}

export async function findRequestsOf(db: Db, personId: number): Promise<RequestRow[]> {
  return (await requests(db).where('person_id', '=', personId).orderBy('id').execute()).map(toRequest)
}

/** Requests that wait for the team. */
export async function findOpenRequests(db: Db, mentorshipIds: readonly number[]): Promise<RequestRow[]> {
  if (mentorshipIds.length === 0) return []
  const rows = await requests(db)
    .where('mentorship_id', 'in', mentorshipIds)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toRequest)
}

export async function updateRequestClosed(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('pair_request').set({ closed_at: now }).where('id', '=', id).execute()
}

/** Closes the requests of members who have left. */
export async function updateRequestsClosed(db: Db, mentorshipId: number, personIds: readonly number[], now: Date): Promise<void> {
  if (personIds.length === 0) return
  await db
    .updateTable('pair_request')
    .set({ closed_at: now })
    .where('mentorship_id', '=', mentorshipId)
    .where('person_id', 'in', personIds)
    .where('closed_at', 'is', null)
    .execute()
}

export async function deleteRequestsOf(db: Db, personId: number): Promise<void> {
  await db.deleteFrom('pair_request').where('person_id', '=', personId).execute()
}

export type AnswerRow = { requestId: number; kind: RequestAnswer; words: string; answeredAt: Date }

export async function insertAnswer(
  db: Db,
  { requestId, kind, words, answeredAt, answeredBy }: AnswerRow & { answeredBy: number },
): Promise<void> {
  await db
    .insertInto('pair_request_answer')
    .values({ request_id: requestId, kind, words, answered_by: answeredBy, answered_at: answeredAt })
    .execute()
}

const SHOWN_ANSWERS = 20

/** Oldest first. */
export async function findAnswers(db: Db, requestIds: readonly number[]): Promise<AnswerRow[]> {
  if (requestIds.length === 0) return []
  const rows = await db
    .selectFrom('pair_request_answer')
    .select(['request_id as requestId', 'kind', 'words', 'answered_at as answeredAt'])
    .where('request_id', 'in', requestIds)
    .orderBy('id')
    .limit(SHOWN_ANSWERS * requestIds.length)
    .execute()
  return rows.map((row) => ({ ...row, kind: RequestAnswer.parse(row.kind) }))
}

/** Removes the name of a colleague who leaves from their answers. */
export async function updateAnswersWithout(db: Db, personId: number): Promise<void> {
  await db.updateTable('pair_request_answer').set({ answered_by: null }).where('answered_by', '=', personId).execute()
}
