import type { TestServer } from './harness.ts'

/** A request with an answer, a check-in, a proposal and last words of this member, with the person's words in them. */
export async function plantCourse(
  { db, clock }: TestServer,
  personId: number,
  mentorshipId: number,
  word: (where: string) => string,
): Promise<void> {
  const now = clock.now()
  const member = { mentorship_id: mentorshipId, person_id: personId }
  const { id } = await db
    .insertInto('pair_request')
    .values({ ...member, kind: 'end', reason: 'other', words: word('request'), asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('pair_request_answer')
    .values({ request_id: id, kind: 'talk', words: word('request-answer'), answered_at: now })
    .execute()
  await db
    .insertInto('pair_note')
    .values({ mentorship_id: mentorshipId, written_by: personId, written_at: now, text: word('pair-note') })
    .execute()
  const draft = { kind: 'session', key: `planted-${personId}`, revision: 1, changed_at: now }
  const { id: draft_id } = await db.insertInto('draft').values(draft).returning('id').executeTakeFirstOrThrow()
  const comment = { draft_id, written_by: personId, written_at: now, body: word('draft-comment') }
  await db.insertInto('draft_comment').values(comment).execute()
  const { project_id } = await db
    .selectFrom('mentorship')
    .select('project_id')
    .where('id', '=', mentorshipId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('nudge')
    .values({
      ...member,
      project_id,
      trigger: 'no_meeting',
      since: now,
      on_day: '2026-11-18',
      planned_at: now,
      state: 'sent',
      sent_at: now,
      reason: word('nudge-reason'),
      title: word('nudge-title'),
      text: word('nudge-text'),
    })
    .execute()
  await db
    .insertInto('check_in')
    .values({ ...member, number: 1, asked_at: now, answered_at: now, score: 3, words: word('check-in') })
    .execute()
  await db
    .insertInto('pair_agreement')
    .values({ mentorship_id: mentorshipId, proposed_by: personId, meetings_per_month: 2, proposed_at: now })
    .execute()
  const farewell = { mentorship_id: mentorshipId, reason: 'time_over', begun_at: now, closes_at: now }
  const begun = await db.insertInto('farewell').values(farewell).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('farewell_words')
    .values({
      farewell_id: begun.id,
      person_id: personId,
      takeaway: word('farewell-takeaway'),
      thanks: word('farewell-thanks'),
      written_at: now,
    })
    .execute()
}
