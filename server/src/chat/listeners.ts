import type { Listeners } from '#core/events.ts'
import { detectDanger } from '#help/face.ts'
import { answerJob, concernJob } from './assistant-job.ts'
import { giveConversations } from './demo.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { closeChannels, openAssistantChannels, startChannels } from './start-channels.ts'

export const chatListeners: Listeners = {
  'content.programme_loaded': (ctx, { newMentorships }) => giveConversations(ctx, newMentorships),
  'accounts.signed_up': (ctx, { personId }) => openAssistantChannels(ctx, [personId]),
  'accounts.flags_changed': (ctx, { personId }) => openAssistantChannels(ctx, [personId]),
  'mentorship.started': (ctx, started) => startChannels(ctx, started),
  'mentorship.left': (ctx, left) => closeChannels(ctx, left),
  'chat.asked': async (ctx, { messageId, text }) => {
    if (detectDanger(text)) await ctx.enqueue(concernJob, { messageId })
    await ctx.enqueue(answerJob, { messageId })
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['chat'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
