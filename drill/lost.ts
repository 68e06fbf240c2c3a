import { firstOf } from './proof.ts'
import { withClient } from './engines.ts'

/** What one person was told is kept: bookmarks by their keys, the number of the latest line about themselves. */
export type Mark = {
  personId: number
  session: number
  keys: readonly string[]
  bio: number
  /** Known once nothing is open any more: then it also shows whether one was counted twice. */
  isBookmarked?: boolean
}

/** Of everything that was acknowledged, what the database does not hold. */
export async function findLost(databaseUrl: string, marks: readonly Mark[]): Promise<string[]> {
  const ids = marks.map(({ personId }) => personId)
  return withClient(databaseUrl, async (client) => {
    const { rows: replies } = await client.query<{ key: string }>(
      'select key::text from idempotent_reply where person_id = any($1) and reply is not null',
      [ids],
    )
    const { rows: people } = await client.query<{ id: string; bio: string | null; sessions: string[] }>(
      `select p.id::text, p.bio, array(select b.session_id::text from bookmark b where b.person_id = p.id) as sessions
       from person p where p.id = any($1)`,
      [ids],
    )
    const keys = new Set(replies.map(({ key }) => key))
    const found = new Map(people.map((row) => [Number(row.id), row]))
    return marks.flatMap((mark) => faultsOf(mark, keys, found.get(mark.personId)))
  })
}

function faultsOf(mark: Mark, keys: ReadonlySet<string>, row: { bio: string | null; sessions: string[] } | undefined): string[] {
  const gone = mark.keys.filter((key) => !keys.has(key))
  const faults = gone.length > 0 ? [`${gone.length} bookmarks of person ${mark.personId} are lost: ${firstOf(gone, 2)}`] : []
  if (Number(row?.bio || 0) < mark.bio) faults.push(`person ${mark.personId} wrote ${mark.bio}, and ${row?.bio} is kept`)
  const isKept = row?.sessions.includes(String(mark.session)) ?? false
  if (mark.isBookmarked !== undefined && mark.isBookmarked !== isKept) {
    faults.push(`person ${mark.personId} was told ${mark.isBookmarked}, and ${isKept} is kept`)
  }
  return faults
}
