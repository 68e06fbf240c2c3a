import * as z from 'zod/mini'
import { findCurrentRights } from '#accounts/public.ts'
import { defineJob } from '#core/jobs/define-job.ts'
import { findTeamReaders, setTeamNotices } from '#notices/public.ts'
import { topics } from './topics.ts'
import { findWaitingFor } from './waiting-for.ts'

/** Maintains one notice per kind of waiting task for every colleague, with the current count. */
export const bellJob = defineJob({
  name: 'staff.bell',
  payload: z.strictObject({}),
  retry: { limit: 2, delaySeconds: 60, backoff: true },
  timeoutSeconds: 120,
  everyMinutes: 10,
  work: async (ctx) => {
    const current = (await findCurrentRights(ctx.db, ctx.now())).map(({ personId }) => personId)
    // Include colleagues whose right has ended, to remove their notices.
    const people = new Set([...current, ...(await findTeamReaders(ctx.db))])
    for (const personId of people) {
      const waiting = (await findWaitingFor(ctx, personId))?.waiting
      const notices = topics.map(({ key, name, page }) => ({ topic: key, name, link: page, count: waiting?.[key] ?? 0 }))
      await setTeamNotices(ctx, personId, notices)
    }
  },
})
