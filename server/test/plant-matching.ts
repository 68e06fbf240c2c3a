import type { TestServer } from './harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from './matching.ts'

/** A person in the pool with answers, who leads a group, has a place in another, and about whom staff have written. */
export async function plantMatching(server: TestServer, personId: number, word: (where: string) => string) {
  const { db } = server
  const now = server.clock.now()
  const before = await db
    .selectFrom('person')
    .select(['project_id', 'matching_status'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  await buildSeeker(server, { projectId, part: 'mentee', personId, answers: { city: [word('match-answer')] } })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const { offerIds } = await buildGroup(server, { mentorId, menteeIds: [personId] })
  await db
    .updateTable('match_offer')
    .set({ made_because: word('match-because') })
    .where('id', 'in', offerIds)
    .execute()
  await buildGroup(server, { mentorId: personId })
  const other = await buildSeeker(server, { projectId, part: 'mentor' })
  await buildOffer(server, { mentorId: other, menteeId: personId, state: 'rejected', endedBy: 'mentor' })
  const apart = { mentor_id: other, mentee_id: personId, reason: word('match-apart'), created_at: now }
  await db.insertInto('match_apart').values(apart).execute()
  await db
    .insertInto('match_run')
    .values({ project_id: projectId, ran_at: now, is_dry_run: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.insertInto('match_run_pair').values({ project_id: projectId, mentor_id: other, mentee_id: personId }).execute()
  await db.insertInto('match_mentor').values({ person_id: personId, approved_at: now, places: 2 }).execute()
  const check = { kind: 'interview', is_passed: true, evidence: word('evidence'), decided_at: now }
  await db
    .insertInto('screening_item')
    .values({ person_id: personId, ...check })
    .execute()
  await db.insertInto('match_rest').values({ person_id: personId, until: now }).execute()
  await db.insertInto('match_out').values({ person_id: personId, taken_out_at: now }).execute()
  // Other helpers plant the project and the flags.
  await db.updateTable('person').set(before).where('id', '=', personId).execute()
}
