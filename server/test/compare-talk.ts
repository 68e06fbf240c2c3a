import { openDatabase } from '#core/db/open.ts'
import type { Talks } from './talk-through-kills.ts'

export type Compared = {
  stored: number
  /** Acknowledged, and not there under the number that was told. */
  lost: number
  doubled: number
  /** Heard after one with a higher number, or stored with an earlier time. */
  inversions: number
  /** A person and a channel of theirs where not exactly what is stored was heard, once each. */
  disagreements: number
  /** Heard by somebody who is not in the channel. */
  strange: number
}

/** What was acknowledged stands there once, in one order for all, and everybody has all of it: then every count is zero. */
export async function compareTalk(databaseUrl: string, talkers: readonly Talks[]): Promise<Compared> {
  const channels = [...new Set(talkers.flatMap((each) => each.channels))]
  const counts: Compared = { stored: 0, lost: 0, doubled: 0, inversions: 0, disagreements: 0, strange: 0 }
  const idOf = new Map<string | null, number>()
  for (const channel of channels) {
    const rows = await readStored(databaseUrl, channel, talkers)
    const ids = rows.map(({ id }) => id)
    for (const { id, tempId } of rows) idOf.set(tempId, id)
    counts.stored += rows.length
    counts.doubled += rows.length - new Set(rows.map(({ tempId }) => tempId)).size
    counts.inversions += rows.filter(({ at }, place) => at < (rows[place - 1]?.at ?? at)).length
    for (const { talker } of talkers.filter((each) => each.channels.includes(channel))) {
      if (!isSame(talker.sees(channel), ids)) counts.disagreements += 1
    }
  }
  for (const { talker } of talkers) {
    const { inversions, strange } = talker.faults()
    counts.inversions += inversions
    counts.strange += strange
    counts.lost += [...talker.acknowledged].filter(([tempId, id]) => idOf.get(tempId) !== id).length
  }
  return counts
}

const isSame = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((id, place) => id === b[place])

/** In the order of their numbers, without what stood there before anybody talked. */
async function readStored(databaseUrl: string, channel: number, talkers: readonly Talks[]) {
  const after = talkers.find(({ channels }) => channels.includes(channel))?.readTo?.get(channel) ?? 0
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, log: () => {} })
  try {
    return await db
      .selectFrom('chat_message')
      .select(['id', 'temp_id as tempId', 'created_at as at'])
      .where('channel_id', '=', channel)
      .where('id', '>', after)
      .orderBy('id')
      .execute()
  } finally {
    await close()
  }
}
