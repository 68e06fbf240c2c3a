import { hasWords, type Scope, type WordStart } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

/** All mentorships of `programmes`, and of `caseload.programmes` only those that this coordinator manages. */
export type VisiblePairs = { programmes: Scope; caseload: { managerId: number; programmes: Scope } | null }

type PairQuery = { words: readonly WordStart[]; limit: number }

/** Each search word must be the beginning of a member's name. Current mentorships first, then the latest. */
export function findPairs(db: Db, { programmes, caseload }: VisiblePairs, { words, limit }: PairQuery) {
  let pairs = db.selectFrom('mentorship').innerJoin('project', 'project.id', 'mentorship.project_id')
  for (const word of words) {
    pairs = pairs.where('mentorship.id', 'in', (is) =>
      is
        .selectFrom('mentorship_member')
        .innerJoin('person', 'person.id', 'mentorship_member.person_id')
        .select('mentorship_id')
        .where('part', '<>', 'pair_manager')
        .where('person.deleted_at', 'is', null)
        .where(hasWords([word])),
    )
  }
  if (programmes !== 'all') {
    pairs = pairs.where((is) =>
      is.or([
        ...(programmes.size > 0 ? [is('mentorship.project_id', 'in', [...programmes])] : []),
        ...(caseload
          ? [
              is.and([
                caseload.programmes === 'all' ? is.val(true) : is('mentorship.project_id', 'in', [0, ...caseload.programmes]),
                is(
                  'mentorship.id',
                  'in',
                  is
                    .selectFrom('mentorship_member')
                    .select('mentorship_id')
                    .where('person_id', '=', caseload.managerId)
                    .where('part', '=', 'pair_manager')
                    .where('left_at', 'is', null),
                ),
              ]),
            ]
          : []),
        is.val(false),
      ]),
    )
  }
  return pairs
    .select(['mentorship.id', 'ended_at as endedAt', 'project.name as programme'])
    .orderBy(({ eb }) => eb('ended_at', 'is not', null))
    .orderBy('started_at', 'desc')
    .orderBy('mentorship.id', 'desc')
    .limit(limit)
    .execute()
}

/** Mentor first, without people who left before the end. */
export function findPairNames(db: Db, mentorshipIds: readonly number[]) {
  return db
    .selectFrom('mentorship_member')
    .innerJoin('mentorship', 'mentorship.id', 'mentorship_id')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['mentorship_id as mentorshipId', 'first_name as firstName', 'last_name as lastName'])
    .where('mentorship_id', 'in', mentorshipIds)
    .where('part', '<>', 'pair_manager')
    .where('deleted_at', 'is', null)
    .where(({ or, eb, ref }) => or([eb('left_at', 'is', null), eb('left_at', '>=', ref('ended_at'))]))
    .orderBy(({ eb }) => eb('part', '<>', 'mentor'))
    .orderBy('person.id')
    .execute()
}
