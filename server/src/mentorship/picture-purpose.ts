import { ownerOnly, ownPurposes, type Purposes } from '#core/files/purposes.ts'
import { canSeeEachOther } from './store.ts'

const { profile_picture: own } = ownPurposes

/** Profile pictures are visible to partners during an ongoing mentorship. */
export const picturePurposes: Purposes = own
  ? {
      profile_picture: {
        ...own,
        mayRead: async (ctx, file) =>
          (await ownerOnly(ctx, file)) || (await canSeeEachOther(ctx.db, ctx.actor.personId, file.ownerId)),
      },
    }
  : {}
