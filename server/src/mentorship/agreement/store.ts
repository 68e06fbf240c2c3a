import type { Db } from '#core/ctx.ts'

export type ProposalRow = { id: number; mentorshipId: number; proposedBy: number; meetingsPerMonth: number; proposedAt: Date }
export type AgreedRow = { mentorshipId: number; meetingsPerMonth: number; acceptedAt: Date }

const columns = [
  'id',
  'mentorship_id as mentorshipId',
  'proposed_by as proposedBy',
  'meetings_per_month as meetingsPerMonth',
  'proposed_at as proposedAt',
] as const

/** Oldest first. */
export function findProposals(db: Db, mentorshipId: number): Promise<ProposalRow[]> {
  return db
    .selectFrom('pair_agreement')
    .select(columns)
    .where('mentorship_id', '=', mentorshipId)
    .where('accepted_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The agreement in force of each mentorship that has one. */
export async function findAgreed(db: Db, mentorshipIds: readonly number[]): Promise<AgreedRow[]> {
  if (mentorshipIds.length === 0) return []
  const rows = await db
    .selectFrom('pair_agreement')
    .distinctOn('mentorship_id')
    .select(['mentorship_id as mentorshipId', 'meetings_per_month as meetingsPerMonth', 'accepted_at as acceptedAt'])
    .where('mentorship_id', 'in', mentorshipIds)
    .where('accepted_at', 'is not', null)
    .orderBy('mentorship_id')
    .orderBy('accepted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.flatMap(({ acceptedAt, ...row }) => (acceptedAt ? [{ ...row, acceptedAt }] : []))
}

type NewProposal = Omit<ProposalRow, 'id'> & { acceptedAt: Date | null }

export async function insertProposal(
  db: Db,
  { mentorshipId, proposedBy, meetingsPerMonth, proposedAt, acceptedAt }: NewProposal,
): Promise<number> {
  const { id } = await db
    .insertInto('pair_agreement')
    .values({
      mentorship_id: mentorshipId,
      proposed_by: proposedBy,
      meetings_per_month: meetingsPerMonth,
      proposed_at: proposedAt,
      accepted_at: acceptedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAccepted(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('pair_agreement').set({ accepted_at: now }).where('id', '=', id).execute()
}

/** Closes the open proposals of these people, or of everybody if none are named. */
export async function updateProposalsClosed(
  db: Db,
  mentorshipId: number,
  personIds: readonly number[] | null,
  now: Date,
): Promise<void> {
  const open = db
    .updateTable('pair_agreement')
    .set({ closed_at: now })
    .where('mentorship_id', '=', mentorshipId)
    .where('accepted_at', 'is', null)
    .where('closed_at', 'is', null)
  await (personIds === null ? open : open.where('proposed_by', 'in', [0, ...personIds])).execute()
}

export function findProposalsOf(db: Db, personId: number) {
  return db
    .selectFrom('pair_agreement')
    .select(['meetings_per_month as meetingsPerMonth', 'proposed_at as proposedAt', 'accepted_at as acceptedAt'])
    .where('proposed_by', '=', personId)
    .orderBy('id')
    .execute()
}
