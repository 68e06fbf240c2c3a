import type { Listeners } from '#core/ctx.ts'
import type { Domain } from '#core/domain.ts'
import { findFlags } from './access.ts'
import { findMainChannels } from './channels/store.ts'
import { hasContact } from './filter/check-message.ts'
import { chatPurposes } from './attachments/attachments.ts'
import { chatJobs } from './jobs.ts'
import { findWrittenIn } from './message-store.ts'
import { openChat } from './open-chat.ts'
import { addUnanswered } from './work-facts.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { chatRoutes } from './routes.ts'
import { admitManager, closeChannels, openAssistantChannels, startChannels } from './channels/start-channels.ts'

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** Called after messages were committed on this server; must return at once. */
    onMessagesWritten: (world: World, channelIds: readonly number[]) => void
  }
}

const listeners: Listeners = {
  'accounts.signed_up': (ctx, { personId }) => openAssistantChannels(ctx, [personId]),
  'accounts.flags_changed': (ctx, { personId }) => openAssistantChannels(ctx, [personId]),
  'mentorship.started': (ctx, started) => startChannels(ctx, started),
  'mentorship.manager_joined': (ctx, joined) => admitManager(ctx, joined),
  'mentorship.left': (ctx, left) => closeChannels(ctx, left),
}

export const chat: Domain = {
  name: 'chat',
  routes: (app, { limits, outgoing, files, engines }) =>
    chatRoutes(app, { limits, outgoing, images: files.images, gifs: engines.gifs, translation: engines.translation }),
  openSocket: openChat,
  jobs: chatJobs,
  filePurposes: chatPurposes,
  listeners,
  addNextFacts: async ({ db, actor, now }, facts) => {
    if (facts.partners.length === 0 || !(await findFlags(db, actor.personId)).mentorship) return
    const ids = facts.partners.map(({ mentorship }) => mentorship)
    const channels = new Map((await findMainChannels(db, ids)).map((channel) => [channel.mentorshipId, channel]))
    const written = await findWrittenIn(db, actor.personId, ids)
    facts.partners = facts.partners.map((partner) => {
      const channel = channels.get(partner.mentorship)
      const hasWritten = written.has(partner.mentorship)
      const isPaused = channel !== undefined && (channel.isPaused || (channel.blackoutUntil ?? now()) > now())
      // The celebration invites to say hello: not after that, and not while the team has paused the conversation.
      return { ...partner, channel: channel?.id ?? null, hasWritten, isNew: partner.isNew && !hasWritten && !isPaused }
    })
  },
  addPairFacts: ({ db }, pairs) => addUnanswered(db, pairs),
  hasContact: ({ db }, words) => hasContact(db, words),
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
