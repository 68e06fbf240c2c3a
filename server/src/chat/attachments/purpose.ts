import type { Ctx } from '#core/ctx.ts'
import type { KindName } from '#core/files/kinds.ts'
import { ownerOnly, type Purpose, type Purposes } from '#core/files/purposes.ts'
import { matchPicturePurposes } from '#matching/public.ts'
import { findFlags, findStates, isOnFor, isOpenTo } from '../access.ts'
import { findChannelsWith } from './store.ts'
import { findChannels } from '../channels/store.ts'
import { areInOneChannel } from '../channels/list-store.ts'

export const CHAT_FILE_MAX_BYTES = 5 * 1024 * 1024

const images: readonly KindName[] = ['jpeg', 'png', 'webp', 'gif', 'heic']
const documents: readonly KindName[] = ['pdf', 'txt', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']

/** Members of the channels in which it was sent, while they take part. The owner can always read it. */
const mayReadSent: Purpose['mayRead'] = async (ctx, file) => {
  if (await ownerOnly(ctx, file)) return true
  const { personId } = ctx.actor
  const channels = await findStates(ctx.db, await findChannels(ctx.db, await findChannelsWith(ctx.db, file.id, personId)))
  if (channels.length === 0) return false
  const flags = await findFlags(ctx.db, personId)
  return channels.some((channel) => isOnFor(flags, channel.kind) && isOpenTo(channel, personId))
}

const { profile_picture: picture } = matchPicturePurposes

/** Members of a channel see each other's profile pictures, if chat is enabled for them. */
const mayReadPicture =
  (mayReadAnyway: Purpose['mayRead']): Purpose['mayRead'] =>
  async (ctx: Ctx, file) => {
    if (await mayReadAnyway(ctx, file)) return true
    const { personId } = ctx.actor
    const { mentorship } = await findFlags(ctx.db, personId)
    return mentorship && areInOneChannel(ctx.db, personId, file.ownerId)
  }

export const chatPurposes: Purposes = {
  chat: { kinds: [...images, ...documents], maxBytes: CHAT_FILE_MAX_BYTES, mayRead: mayReadSent },
  ...(picture && { profile_picture: { ...picture, mayRead: mayReadPicture(picture.mayRead) } }),
}
