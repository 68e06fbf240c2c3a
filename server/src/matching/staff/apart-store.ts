import type { ApartPair } from '@saathi/contract/matching/staff-calls'
import { displayName, type Scope } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'

type ApartQuery = { scope: Scope; project?: string | undefined; page: number; size: number }

/** Pairs kept apart by the team, newest first, where both people are in programmes of the scope. */
export async function findApartPage(db: Db, { scope, project, page, size }: ApartQuery) {
  let pairs = db
    .selectFrom('match_apart as apart')
    .innerJoin('person as mentor', 'mentor.id', 'apart.mentor_id')
    .innerJoin('person as mentee', 'mentee.id', 'apart.mentee_id')
    .leftJoin('match_seeker as leads', 'leads.person_id', 'mentor.id')
    .leftJoin('match_seeker as follows', 'follows.person_id', 'mentee.id')
    .leftJoin('person as maker', (join) => join.onRef('maker.id', '=', 'apart.made_by').on('maker.deleted_at', 'is', null))
    .select([
      'apart.mentor_id as mentor',
      'mentor.first_name as mentorFirst',
      'mentor.last_name as mentorLast',
      'apart.mentee_id as mentee',
      'mentee.first_name as menteeFirst',
      'mentee.last_name as menteeLast',
      'maker.first_name as makerFirst',
      'maker.last_name as makerLast',
      'apart.reason',
      'apart.created_at as createdAt',
    ])
    .where('mentor.deleted_at', 'is', null)
    .where('mentee.deleted_at', 'is', null)
  if (scope !== 'all') {
    const reachable = [0, ...scope]
    pairs = pairs
      .where(({ fn, eb, ref }) => eb(fn.coalesce(ref('leads.project_id'), ref('mentor.project_id')), 'in', reachable))
      .where(({ fn, eb, ref }) => eb(fn.coalesce(ref('follows.project_id'), ref('mentee.project_id')), 'in', reachable))
  }
  if (project !== undefined) {
    pairs = pairs.where(({ fn, eb, ref, selectFrom }) =>
      eb(
        fn.coalesce(ref('follows.project_id'), ref('mentee.project_id')),
        '=',
        selectFrom('project').select('project.id').where('project.key', '=', project),
      ),
    )
  }
  const rows = await pairs
    .orderBy('apart.created_at', 'desc')
    .orderBy('apart.mentor_id')
    .orderBy('apart.mentee_id')
    .limit(size + 1)
    .offset((page - 1) * size)
    .execute()
  return { pairs: rows.slice(0, size).map(toPair), hasNextPage: rows.length > size }
}

type Row = {
  mentor: number
  mentorFirst: string
  mentorLast: string
  mentee: number
  menteeFirst: string
  menteeLast: string
  makerFirst: string | null
  makerLast: string | null
  reason: string
  createdAt: Date
}

const toPair = (row: Row): ApartPair => ({
  mentor: row.mentor,
  mentorName: displayName({ firstName: row.mentorFirst, lastName: row.mentorLast }),
  mentee: row.mentee,
  menteeName: displayName({ firstName: row.menteeFirst, lastName: row.menteeLast }),
  reason: row.reason,
  madeBy: row.makerFirst === null ? null : displayName({ firstName: row.makerFirst, lastName: row.makerLast ?? '' }),
  createdAt: row.createdAt.toISOString(),
})

/** False if they were not kept apart. */
export async function deleteApart(db: Db, { mentorId, menteeId }: { mentorId: number; menteeId: number }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('match_apart')
    .where('mentor_id', '=', mentorId)
    .where('mentee_id', '=', menteeId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
