import { openDatabase } from '#core/db/open.ts'
import type { ConnectedPerson } from './chat-through-kills.ts'

export type ChatComparison = {
  stored: number
  /** Acknowledged, but not stored under the acknowledged id. */
  lost: number
  doubled: number
  /** Received after a message with a higher id, or stored with an earlier time. */
  inversions: number
  /** Pairs of person and channel where the received messages differ from the stored ones. */
  disagreements: number
  /** Received by a person outside the channel. */
  strange: number
}

/**
 * Compares stored and received messages. All counts are zero if every acknowledged message is stored once, in one order, and
 * everybody received all of them.
 */
export async function compareChat(databaseUrl: string, talkers: readonly ConnectedPerson[]): Promise<ChatComparison> {
  const channels = [...new Set(talkers.flatMap((each) => each.channels))]
  const counts: ChatComparison = { stored: 0, lost: 0, doubled: 0, inversions: 0, disagreements: 0, strange: 0 }
  const idOf = new Map<string | null, number>()
  for (const channel of channels) {
    const rows = await readStored(databaseUrl, channel, talkers)
    const ids = rows.map(({ id }) => id)
    for (const { id, tempId } of rows) idOf.set(tempId, id)
    counts.stored += rows.length
    counts.doubled += rows.length - new Set(rows.map(({ tempId }) => tempId)).size
    counts.inversions += rows.filter(({ at }, index) => at < (rows[index - 1]?.at ?? at)).length
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

const isSame = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((id, index) => id === b[index])

/** Ordered by id, without the messages from before the test. */
async function readStored(databaseUrl: string, channel: number, talkers: readonly ConnectedPerson[]) {
  const after = talkers.find(({ channels }) => channels.includes(channel))?.lastRead?.get(channel) ?? 0
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
