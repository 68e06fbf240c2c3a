import { findExperiences } from '#accounts/public.ts'
import type { Listeners } from '#core/events.ts'
import { insertDemoEvents } from './demo.ts'
import { raiseGeneration } from './feed-store.ts'
import type { Sealer } from './integration-secret.ts'
import { updateComingCancelled } from './mentorship-end-store.ts'
import { findNextEvent } from './meeting-store.ts'
import { eraseFor, exportFor, wipeNameless } from './privacy.ts'
import { remindOfPlanned } from './remind.ts'
import { syncLeft, syncOpened, syncPlanned } from './sync.ts'
import { notifyPlanned, notifyRevoked } from './notices.ts'

/** The length of an event. */
const LASTS_MS = 3_600_000

export const calendarListeners = (sealer: Sealer): Listeners => ({
  'content.programme_loaded': (ctx, { newMentorships }) => insertDemoEvents(ctx, newMentorships),

  'calendar.planned': async (ctx, planned) => {
    await notifyPlanned(ctx, planned)
    await remindOfPlanned(ctx, planned)
    await syncPlanned(ctx, planned)
  },
  'calendar.revoked': (ctx, revoked) => notifyRevoked(ctx, revoked),

  /** The mentorship's own notice covers its end, so there is no notice per event. */
  'mentorship.left': async (ctx, left) => {
    if (left.isOver) {
      await updateComingCancelled(ctx.db, left.mentorshipId, ctx.now())
      await wipeNameless(ctx, left.mentorshipId)
    }
    await syncLeft(ctx, left)
  },

  /** A person who knew the old password may know the feed URL. */
  'accounts.password_changed': (ctx, { personId }) => raiseGeneration(ctx.db, personId),
  'accounts.flags_changed': (ctx, changed) => syncOpened(ctx, changed),

  'accounts.next_step_asked': async ({ db, now }, { actor, facts }) => {
    const mentorshipIds = facts.partners.map(({ mentorship }) => mentorship)
    const from = new Date(now().getTime() - LASTS_MS)
    const event = await findNextEvent(db, { mentorshipIds, from, language: actor.language })
    if (!event) return
    const hasVideo = (await findExperiences(db, actor.personId)).video === 'use'
    facts.meeting = {
      mentorship: event.mentorshipId,
      title: event.title,
      at: event.scheduledAt.toISOString(),
      sessionTitle: event.sessionTitle,
      room: event.isCall && hasVideo ? event.sessionUuid : null,
    }
  },

  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['calendar'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, sealer, personId),
})
