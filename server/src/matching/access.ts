import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { findSeenOffer, type SeenOffer } from './store.ts'

/** Another's, one that is not yet for the reader to see, and one that never was answer alike. */
export async function requireSeenOffer({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number): Promise<SeenOffer> {
  const offer = await findSeenOffer(db, actor.personId, id)
  if (!offer) throw notFound('matching.not_found', findText(actor.language)('answers.matchNotFound'))
  return offer
}
