import type { Said } from './hub-notes.ts'
import type { MessageRow } from './message-store.ts'

/** More than this is not handed on one by one: whoever missed it reads it again in pages. */
export const MISSING_MAX = 500

type Parts = {
  hand: (said: Said) => void
  /** The messages of a channel after a number, oldest first, one more than MISSING_MAX at most. */
  findMissing: (channelId: number, afterId: number) => Promise<MessageRow[]>
  /** So much is missing, or it cannot be read: these people must read again. */
  giveUp: (said: Said) => void
}
/**
 * Nothing up to `since` was handed on here. Somebody's line may be older than the channel, and was there before the place was
 * begun: what comes late is told late, and passed over by whoever has it already.
 */
type Place = { last: number; since: number; waiting: (() => void)[] | null }

const MAX_REMEMBERED = 100_000

/**
 * What several servers commit arrives here in any order. A message whose predecessor was not handed on waits until everything in
 * between is read from the database, where it stands by then: so each socket hears a channel in its one order, without gaps.
 */
export function inOrder({ hand, findMissing, giveUp }: Parts) {
  const places = new Map<number, Place>()

  function hear(said: Said): void {
    const { channelId, id } = said.row
    const place = places.get(channelId)
    if (!place) {
      // It says nothing of where the channel stands.
      if (said.isRepeat) return hand(said)
      if (places.size >= MAX_REMEMBERED) places.clear()
      places.set(channelId, { last: id, since: said.previousId, waiting: null })
      return hand(said)
    }
    if (place.waiting) return void place.waiting.push(() => hear(said))
    if (id <= place.since) return hand(said)
    if (id <= place.last) return
    if (said.previousId > place.last) return void fill(place, said)
    place.last = id
    hand(said)
  }

  async function fill(place: Place, said: Said): Promise<void> {
    place.waiting = []
    const { channelId, id } = said.row
    try {
      const missing = await findMissing(channelId, place.last)
      if (missing.length > MISSING_MAX) giveUp(said)
      else for (const row of missing) if (row.id < id) hand({ ...said, row, previousId: 0 })
    } catch {
      giveUp(said)
    }
    const { waiting } = place
    place.waiting = null
    place.last = id
    hand(said)
    for (const next of waiting) next()
  }

  /** Once what is being read now has been handed on: whoever is answered hears nothing afterwards that came before. */
  function inTurn(channelId: number, work: () => void): void {
    const waiting = places.get(channelId)?.waiting
    if (waiting) waiting.push(() => inTurn(channelId, work))
    else work()
  }

  return {
    hear,
    inTurn,
    /** Where a channel stands when somebody begins to listen to it here. */
    begin(channelId: number, lastId: number): void {
      if (!places.has(channelId)) places.set(channelId, { last: lastId, since: lastId, waiting: null })
    },
  }
}
