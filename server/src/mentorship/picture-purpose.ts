import { ownerOnly, ownPurposes, type Purposes } from '#core/files/purposes.ts'
import { areInSight } from './store.ts'

const { profile_picture: own } = ownPurposes

/** A face is shown to those one walks with, while one does. */
export const picturePurposes: Purposes = own
  ? {
      profile_picture: {
        ...own,
        mayRead: async (ctx, file) =>
          (await ownerOnly(ctx, file)) || (await areInSight(ctx.db, ctx.actor.personId, file.ownerId)),
      },
    }
  : {}
