import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { findVisibleOffer, type VisibleOffer } from './store.ts'

/** Offers of other people, offers not visible yet and unknown ids all return the same error. */
export async function requireVisibleOffer({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number): Promise<VisibleOffer> {
  const offer = await findVisibleOffer(db, actor.personId, id)
  if (!offer) throw notFound('matching.not_found')
  return offer
}
