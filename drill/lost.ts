import { firstOf } from './proof.ts'
import { withClient } from './engines.ts'

/** The writes that one person got acknowledged: bookmarks by idempotency key, and the number of the latest bio. */
export type AcknowledgedWrites = {
  personId: number
  session: number
  keys: readonly string[]
  bio: number
  /** Known once no write is open. It also shows whether a bookmark was counted twice. */
  isBookmarked?: boolean
}

/** Acknowledged writes that are missing in the database. */
export async function findLost(databaseUrl: string, marks: readonly AcknowledgedWrites[]): Promise<string[]> {
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

function faultsOf(
  mark: AcknowledgedWrites,
  keys: ReadonlySet<string>,
  row: { bio: string | null; sessions: string[] } | undefined,
): string[] {
  const missing = mark.keys.filter((key) => !keys.has(key))
  const faults =
    missing.length > 0 ? [`${missing.length} bookmarks of person ${mark.personId} are lost: ${firstOf(missing, 2)}`] : []
  if (Number(row?.bio || 0) < mark.bio) faults.push(`person ${mark.personId} wrote ${mark.bio}, but ${row?.bio} is stored`)
  const isStored = row?.sessions.includes(String(mark.session)) ?? false
  if (mark.isBookmarked !== undefined && mark.isBookmarked !== isStored) {
    faults.push(`person ${mark.personId} received ${mark.isBookmarked}, but ${isStored} is stored`)
  }
  return faults
}
