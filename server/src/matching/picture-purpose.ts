import type { Purposes } from '#core/files/purposes.ts'
import { picturePurposes } from '#mentorship/public.ts'
import { isOfferedTo } from './store.ts'

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
