import { sql } from 'kysely'
import type { Db } from '#core/ctx.ts'

export type AnswerRow = { eventId: number; personId: number; isYes: boolean; answeredAt: Date }

/** Only answers for the current time. `event`: a row of calendar_event in the surrounding statement. */
export const answersOf = (db: Db, event: string) =>
  db
    .selectFrom('calendar_answer as answer')
    .select([
      'answer.event_id as eventId',
      'answer.person_id as personId',
      'answer.is_yes as isYes',
      'answer.answered_at as answeredAt',
    ])
    .where('answer.event_id', '=', sql.ref<number>(`${event}.id`))
    .where('answer.for_at', '=', sql.ref<Date>(`${event}.scheduled_at`))
    .orderBy('answer.answered_at')

/** Only answers for the current time of each event. */
export async function findAnswers(db: Db, eventIds: readonly number[]): Promise<AnswerRow[]> {
  if (eventIds.length === 0) return []
  return db
    .selectFrom('calendar_answer as answer')
    .innerJoin('calendar_event as event', 'event.id', 'answer.event_id')
    .select([
      'answer.event_id as eventId',
      'answer.person_id as personId',
      'answer.is_yes as isYes',
      'answer.answered_at as answeredAt',
    ])
    .where('answer.event_id', 'in', eventIds)
    .whereRef('answer.for_at', '=', 'event.scheduled_at')
    .orderBy('answer.answered_at')
    .execute()
}

/** Stores an answer for the current time of each event. */
export async function upsertAnswers(
  db: Db,
  eventIds: readonly number[],
  { personId, isYes, now }: { personId: number; isYes: boolean; now: Date },
): Promise<void> {
  if (eventIds.length === 0) return
  await db
    .insertInto('calendar_answer')
    .columns(['event_id', 'person_id', 'is_yes', 'for_at', 'answered_at'])
    .expression((eb) =>
      eb
        .selectFrom('calendar_event')
        .select((select) => [
          'id',
          select.val(personId).as('person_id'),
          select.val(isYes).as('is_yes'),
          'scheduled_at',
          select.cast<Date>(select.val(now), 'timestamptz').as('answered_at'),
        ])
        .where('id', 'in', eventIds),
    )
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'person_id']).doUpdateSet((eb) => ({
        is_yes: eb.ref('excluded.is_yes'),
        for_at: eb.ref('excluded.for_at'),
        answered_at: eb.ref('excluded.answered_at'),
      })),
    )
    .execute()
}

export type ProposalRow = { id: number; eventId: number; personId: number; at: Date; note: string; proposedAt: Date }

/** Open proposals for the current time. `event`: a row of calendar_event in the surrounding statement. */
export const proposalsOf = (db: Db, event: string) =>
  db
    .selectFrom('calendar_proposal as proposal')
    .select([
      'proposal.id',
      'proposal.event_id as eventId',
      'proposal.proposed_by as personId',
      'proposal.scheduled_at as at',
      'proposal.note',
      'proposal.proposed_at as proposedAt',
    ])
    .where('proposal.event_id', '=', sql.ref<number>(`${event}.id`))
    .where('proposal.closed_at', 'is', null)
    .where('proposal.for_at', '=', sql.ref<Date>(`${event}.scheduled_at`))
    .orderBy('proposal.id')

/** Open proposals for the current time of each event. */
export async function findProposals(db: Db, eventIds: readonly number[]): Promise<ProposalRow[]> {
  if (eventIds.length === 0) return []
  return db
    .selectFrom('calendar_proposal as proposal')
    .innerJoin('calendar_event as event', 'event.id', 'proposal.event_id')
    .select([
      'proposal.id',
      'proposal.event_id as eventId',
      'proposal.proposed_by as personId',
      'proposal.scheduled_at as at',
      'proposal.note',
      'proposal.proposed_at as proposedAt',
    ])
    .where('proposal.event_id', 'in', eventIds)
    .where('proposal.closed_at', 'is', null)
    .whereRef('proposal.for_at', '=', 'event.scheduled_at')
    .orderBy('proposal.id')
    .execute()
}

type NewProposal = { eventId: number; personId: number; at: Date; forAt: Date; note: string; now: Date }

/** Replaces the person's earlier proposal. */
export async function insertProposal(db: Db, { eventId, personId, at, forAt, note, now }: NewProposal): Promise<void> {
  await closeProposals(db, eventId, now, personId)
  await db
    .insertInto('calendar_proposal')
    .values({ event_id: eventId, proposed_by: personId, scheduled_at: at, for_at: forAt, note, proposed_at: now })
    .execute()
}

/** Closes the proposals of one person, or of everybody. */
export async function closeProposals(db: Db, eventId: number, now: Date, personId?: number): Promise<void> {
  await db
    .updateTable('calendar_proposal')
    .set({ closed_at: now })
    .where('event_id', '=', eventId)
    .where('closed_at', 'is', null)
    .$if(personId !== undefined, (query) => query.where('proposed_by', '=', personId ?? 0))
    .execute()
}
