import type { PairSort, PairState } from '@saathi/contract/staff/pair-calls'
import { type ExpressionBuilder, sql } from 'kysely'
import { hasWords, type Scope, type WordStart } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import type { Tables } from '#core/db/tables.gen.ts'

/** All mentorships of `programmes`, and of `caseload.programmes` only those that this coordinator manages. */
export type VisiblePairs = { programmes: Scope; caseload: { managerId: number; programmes: Scope } | null }

export type PairQuery = {
  words: readonly WordStart[]
  programme: number | undefined
  state: PairState | undefined
  coordinator: number | undefined
  isUnmanaged: boolean
}
/** The sort key and the id of the last row of a page. */
export type PairCursor = { startedAt: Date; id: number }

type Is = ExpressionBuilder<Tables, 'mentorship'>

const isIn = (is: Is, programmes: Scope) =>
  programmes === 'all' ? is.val(true) : is('mentorship.project_id', 'in', [0, ...programmes])

const managers = (is: Is) =>
  is
    .selectFrom('mentorship_member as manager')
    .select('manager.person_id')
    .whereRef('manager.mentorship_id', '=', 'mentorship.id')
    .where('manager.part', '=', 'pair_manager')
    .where('manager.left_at', 'is', null)

function visiblePairs(db: Db, { programmes, caseload }: VisiblePairs) {
  const pairs = db.selectFrom('mentorship')
  if (programmes === 'all') return pairs
  return pairs.where((is) =>
    is.or([
      isIn(is, programmes),
      ...(caseload
        ? [is.and([isIn(is, caseload.programmes), is.exists(managers(is).where('manager.person_id', '=', caseload.managerId))])]
        : []),
    ]),
  )
}

function filteredPairs(db: Db, visible: VisiblePairs, { words, programme, state, coordinator, isUnmanaged }: PairQuery) {
  let pairs = visiblePairs(db, visible)
  // Each word may match another member's name.
  for (const word of words) {
    pairs = pairs.where((is) =>
      is.exists(
        is
          .selectFrom('mentorship_member as member')
          .innerJoin('person', 'person.id', 'member.person_id')
          .select('member.person_id')
          .whereRef('member.mentorship_id', '=', 'mentorship.id')
          .where('member.part', '<>', 'pair_manager')
          .where('person.deleted_at', 'is', null)
          .where(hasWords([word])),
      ),
    )
  }
  if (programme !== undefined) pairs = pairs.where('mentorship.project_id', '=', programme)
  if (state !== undefined) pairs = pairs.where('mentorship.ended_at', state === 'ended' ? 'is not' : 'is', null)
  if (coordinator !== undefined) pairs = pairs.where((is) => is.exists(managers(is).where('manager.person_id', '=', coordinator)))
  if (isUnmanaged) pairs = pairs.where((is) => is.not(is.exists(managers(is))))
  return pairs
}

export async function countPairs(db: Db, visible: VisiblePairs, query: PairQuery): Promise<number> {
  const row = await filteredPairs(db, visible, query)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

type Position = { sort: PairSort; after: PairCursor | null; limit: number }

export function findPairs(db: Db, visible: VisiblePairs, query: PairQuery, { sort, after, limit }: Position) {
  let pairs = filteredPairs(db, visible, query)
  const compared = sort === 'oldest' ? sql`>` : sql`<`
  if (after)
    pairs = pairs.where(sql<boolean>`(mentorship.started_at, mentorship.id) ${compared} (${after.startedAt}, ${after.id})`)
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  return pairs
    .select(['mentorship.id', 'mentorship.started_at as startedAt'])
    .orderBy('mentorship.started_at', direction)
    .orderBy('mentorship.id', direction)
    .limit(limit)
    .execute()
}

/** Null if the reader may not see it. */
export async function findVisiblePair(db: Db, visible: VisiblePairs, id: number): Promise<number | null> {
  const row = await visiblePairs(db, visible).select('mentorship.id').where('mentorship.id', '=', id).executeTakeFirst()
  return row?.id ?? null
}

const MAX_COORDINATORS = 500

/** Everyone who manages a pair that the reader may see, by name. */
export function findCoordinators(db: Db, visible: VisiblePairs) {
  return visiblePairs(db, visible)
    .innerJoin('mentorship_member as manager', 'manager.mentorship_id', 'mentorship.id')
    .innerJoin('person', 'person.id', 'manager.person_id')
    .select(['person.id', 'person.first_name as firstName', 'person.last_name as lastName'])
    .distinct()
    .where('manager.part', '=', 'pair_manager')
    .where('manager.left_at', 'is', null)
    .orderBy('firstName')
    .orderBy('lastName')
    .orderBy('person.id')
    .limit(MAX_COORDINATORS)
    .execute()
}
