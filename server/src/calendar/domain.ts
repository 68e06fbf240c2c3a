import { HOUR_MS } from '@saathi/contract/core/time'
import { findExperiences } from '#accounts/public.ts'
import type { Ctx, Listeners } from '#core/ctx.ts'
import type { Domain } from '#core/domain.ts'
import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import { raiseGeneration } from './feed/store.ts'
import type { Sealer } from './integration/secret.ts'
import { calendarJobs } from './jobs.ts'
import { findNextEvent, updateComingCancelled } from './event-store.ts'
import { eraseFor, exportFor, wipeNameless } from './privacy.ts'
import { calendarRoutes } from './routes.ts'
import { syncLeft, syncOpened } from './sync/jobs.ts'

/** The default length of an event. */
const LASTS_MS = HOUR_MS

const listeners: Listeners = {
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
}

async function addNextFacts({ db, now, actor }: Ctx, facts: NextFacts): Promise<void> {
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
}

/** Erasing a person revokes access to their calendars, which needs the sealed tokens. */
export const calendar = (sealer: Sealer): Domain => ({
  name: 'calendar',
  routes: (app, { env, limits, engines }) => calendarRoutes(app, { env, limits, calendars: engines.calendars }),
  jobs: calendarJobs,
  listeners,
  addNextFacts,
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: (ctx, personId) => eraseFor(ctx, sealer, personId),
})
