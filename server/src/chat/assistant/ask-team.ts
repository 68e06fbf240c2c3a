import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import type { Ctx } from '#core/ctx.ts'
import { sendHelpMessage } from '#help/public.ts'
import { noSuchChannel } from '../access.ts'
import { askedJob, keyOf } from './job.ts'
import { requireAssistant } from './rating.ts'
import { findAskedBefore } from './store.ts'

/** Opens a conversation with the team with the question, once. Only answers that offer it can be used. */
export async function askTeam(ctx: Ctx, channelId: number, messageId: number): Promise<Record<string, never>> {
  await requireAssistant(ctx, channelId)
  const found = await findAskedBefore(ctx.db, { channelId, messageId })
  if (!found?.offersTeam) throw noSuchChannel()
  const { id, text } = found.question
  const body = text.slice(0, HELP_MESSAGE_MAX_LENGTH).toWellFormed()
  await sendHelpMessage(ctx, { clientId: keyOf(`asked ${id}`), body })
  await ctx.enqueue(askedJob, { messageId: id })
  return {}
}
