import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import type { Purposes } from '#core/files/purposes.ts'
import { picturePurposes } from '#mentorship/public.ts'
import { findVisibleOffer, type VisibleOffer, isOfferedTo } from './store.ts'

/** Offers of other people, offers not visible yet and unknown ids all return the same error. */
export async function requireVisibleOffer({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: number): Promise<VisibleOffer> {
  const offer = await findVisibleOffer(db, actor.personId, id)
  if (!offer) throw notFound('matching.not_found')
  return offer
}

const { profile_picture: ofPartners } = picturePurposes

/** A picture is also visible to people with an open offer for its owner. */
export const matchPicturePurposes: Purposes = ofPartners
  ? {
      profile_picture: {
        ...ofPartners,
        mayRead: async (ctx, file) =>
          (await ofPartners.mayRead(ctx, file)) || (await isOfferedTo(ctx.db, ctx.actor.personId, file.ownerId, ctx.now())),
      },
    }
  : {}
