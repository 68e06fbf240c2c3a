import type { Listeners } from '#core/events.ts'
import { detectDanger } from '#help/public.ts'
import { findFlags } from './access.ts'
import { answerJob, concernJob } from './assistant-job.ts'
import { findWholeChannels } from './channel-store.ts'
import { createDemoConversations } from './demo.ts'
import { findWrittenIn } from './message-store.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { closeChannels, openAssistantChannels, startChannels } from './start-channels.ts'

export const chatListeners: Listeners = {
  'content.programme_loaded': (ctx, { newMentorships }) => createDemoConversations(ctx, newMentorships),
  'accounts.signed_up': (ctx, { personId }) => openAssistantChannels(ctx, [personId]),
  'accounts.flags_changed': (ctx, { personId }) => openAssistantChannels(ctx, [personId]),
  'mentorship.started': (ctx, started) => startChannels(ctx, started),
  'mentorship.left': (ctx, left) => closeChannels(ctx, left),
  'chat.asked': async (ctx, { messageId, text }) => {
    if (detectDanger(text)) await ctx.enqueue(concernJob, { messageId })
    await ctx.enqueue(answerJob, { messageId })
  },
  'accounts.next_step_asked': async ({ db }, { actor, facts }) => {
    if (facts.partners.length === 0 || !(await findFlags(db, actor.personId)).mentorship) return
    const ids = facts.partners.map(({ mentorship }) => mentorship)
    const channels = new Map((await findWholeChannels(db, ids)).map(({ id, mentorshipId }) => [mentorshipId, id]))
    const written = await findWrittenIn(db, actor.personId, ids)
    facts.partners = facts.partners.map((partner) => ({
      ...partner,
      channel: channels.get(partner.mentorship) ?? null,
      hasWritten: written.has(partner.mentorship),
    }))
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['chat'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
