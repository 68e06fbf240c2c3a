import type { UrgentCase } from '@saathi/contract/worklist/entities'
import { indiaDate, indiaDay } from '@saathi/contract/core/india-day'
import { can } from '#accounts/public.ts'
import type { Listeners } from '#core/ctx.ts'
import type { Domain } from '#core/domain.ts'
import { planFirstContacts } from './contacts.ts'
import type { Decision, FactsCtx, PairFacts, PersonFacts } from './facts.ts'
import { findContactsDue } from './facts-store.ts'
import { findPairOfChannel, findPersonWithAddress, findProgrammeOfPair } from './item-store.ts'
import { releaseJob, reviewJob, worklistJobs } from './jobs.ts'
import { countOwn } from './list.ts'
import { onMessagesWritten } from './messages.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { nudgeJobs } from './nudges/jobs.ts'
import { publishWorkChanged } from './publish.ts'
import { worklistRoutes } from './routes.ts'

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** Adds the domain's facts about these running pairs and groups. */
    addPairFacts: (ctx: FactsCtx, pairs: ReadonlyMap<number, PairFacts>) => Promise<void>
    /** Adds the domain's facts about these people (null: everybody). Calls `about` for each person for whom it has some. */
    addPersonFacts: (
      ctx: FactsCtx,
      ids: readonly number[] | null,
      about: (person: { id: number; projectId: number }) => PersonFacts,
    ) => Promise<void>
    /** Decisions that wait for the team, in all programmes. */
    findDecisions: (ctx: FactsCtx) => Promise<Decision[]>
    /** Only those that the reader may see. */
    findUrgentCases: (ctx: Ctx) => Promise<UrgentCase[]>
  }
}

const listeners: Listeners = {
  'mentorship.started': async (ctx, { mentorshipId }) => {
    await planFirstContacts(ctx, mentorshipId)
    // Publish even without a row: the number of people without a next contact has changed.
    await publishWorkChanged(ctx, await findProgrammeOfPair(ctx.db, mentorshipId))
    await ctx.enqueue(reviewJob, { pairs: [mentorshipId] })
  },
  'mentorship.left': async (ctx, { mentorshipId, personIds }) => {
    await publishWorkChanged(ctx, await findProgrammeOfPair(ctx.db, mentorshipId))
    await ctx.enqueue(reviewJob, { pairs: [mentorshipId], people: [...personIds] })
  },
  'mentorship.course_changed': (ctx, { mentorshipId }) => ctx.enqueue(reviewJob, { pairs: [mentorshipId] }),
  'learning.mentorship_session_finished': (ctx, { mentorshipId }) => ctx.enqueue(reviewJob, { pairs: [mentorshipId] }),
  'video.left': async (ctx, { channelId }) => {
    const pair = await findPairOfChannel(ctx.db, channelId)
    if (pair !== null) await ctx.enqueue(reviewJob, { pairs: [pair] })
  },
  'matching.decisions_changed': (ctx) => ctx.enqueue(reviewJob, { decisions: true }),
  'matching.approval_changed': (ctx, { personId }) => ctx.enqueue(reviewJob, { people: [personId] }),
  'notices.refusal_changed': async (ctx, { address }) => {
    const personId = await findPersonWithAddress(ctx.db, address)
    if (personId !== null) await ctx.enqueue(reviewJob, { people: [personId] })
  },
  'accounts.email_changed': (ctx, { personId }) => ctx.enqueue(reviewJob, { people: [personId] }),
  'accounts.flags_changed': (ctx, { personId }) => ctx.enqueue(reviewJob, { people: [personId] }),
  'accounts.right_ended': (ctx) => ctx.enqueue(releaseJob, {}),
}

export const worklist: Domain = {
  name: 'worklist',
  routes: worklistRoutes,
  jobs: [...worklistJobs, ...nudgeJobs],
  listeners,
  onMessagesWritten,
  addPersonFacts: async ({ db, now }, ids, about) => {
    for (const { day, staffId, ...person } of await findContactsDue(db, ids, indiaDate(now())))
      about(person).contact = { day: indiaDay(new Date(day)), staffId }
  },
  addWaiting: async (ctx, waiting) => {
    if (can(ctx.actor, 'staff.worklist')) waiting.today = await countOwn(ctx)
  },
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
