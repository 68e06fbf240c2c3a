import { randomUUID } from 'node:crypto'
import type { GroupType } from '@saathi/contract/mentorship/entities'
import type { Db } from '#core/ctx.ts'
import type { Reason } from './offer.ts'

/** Returns the people who were in the pool. */
export async function removeSeekers(db: Db, personIds: readonly number[]): Promise<number[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .deleteFrom('match_seeker')
    .where('person_id', 'in', personIds)
    .returning('person_id as personId')
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Makes the person a seeker since an earlier day; a mentor may also be approved then. False if they are not in the pool. */
export async function backdateAndApproveSeeker(
  db: Db,
  { personId, since, places, isApproved }: { personId: number; since: Date; places: number | null; isApproved: boolean },
): Promise<boolean> {
  const row = await db
    .updateTable('match_seeker')
    .set({ since })
    .where('person_id', '=', personId)
    .returning('part')
    .executeTakeFirst()
  if (row?.part === 'mentor' && isApproved)
    await db.insertInto('match_mentor').values({ person_id: personId, approved_at: since, places }).execute()
  return row !== undefined
}

export async function setPairManager(db: Db, projectId: number, personId: number): Promise<void> {
  await db.updateTable('match_plan').set({ pair_manager_id: personId }).where('project_id', '=', projectId).execute()
}

export type DemoOffer = {
  projectId: number
  groupType: GroupType
  mentorId: number
  menteeId: number
  state: string
  endedBy: string | null
  score: number
  reasons: readonly Reason[]
  createdAt: Date
  /** When the person who must decide now got the offer. */
  turnStartedAt: Date
  expiresAt: Date
  chosenAt: Date | null
  endedAt: Date | null
}

export async function insertDemoOffer(db: Db, offer: DemoOffer): Promise<number> {
  const { id } = await db
    .insertInto('match_offer')
    .values({
      project_id: offer.projectId,
      group_type: offer.groupType,
      mentor_id: offer.mentorId,
      mentee_id: offer.menteeId,
      state: offer.state,
      ended_by: offer.endedBy,
      alias: `match-${randomUUID()}@match.invalid`,
      score: offer.score,
      reasons: JSON.stringify(offer.reasons),
      created_at: offer.createdAt,
      turned_at: offer.turnStartedAt,
      expires_at: offer.expiresAt,
      chosen_at: offer.chosenAt,
      ended_at: offer.endedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
