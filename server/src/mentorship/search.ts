import { can, displayName, scopeOf, type WordStart } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findPairNames, findPairs } from './search-store.ts'

const MAX_NAMES = 5

/** The mentorships of the people whom the reader may see. */
export async function searchPairs({ db, actor }: Ctx, words: readonly WordStart[], limit: number) {
  const caseload = can(actor, 'staff.caseload')
    ? { managerId: actor.personId, programmes: scopeOf(actor, 'staff.caseload') }
    : null
  const pairs = await findPairs(db, { programmes: scopeOf(actor, 'staff.pairs_all'), caseload }, { words, limit })
  if (pairs.length === 0) return []
  const names = await findPairNames(
    db,
    pairs.map(({ id }) => id),
  )
  return pairs.map(({ id, endedAt, programme }) => ({
    id,
    names: names
      .filter(({ mentorshipId }) => mentorshipId === id)
      .slice(0, MAX_NAMES)
      .map(displayName),
    role: null,
    programme,
    isOver: endedAt !== null,
  }))
}
