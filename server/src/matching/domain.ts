import { can } from '#accounts/public.ts'
import type { Domain } from '#core/domain.ts'
import { matchPicturePurposes } from './access.ts'
import { startGroupJob } from './groups/start.ts'
import { matchesFoundJob } from './offers/issue.ts'
import { expireJob, remindJob } from './offers/turn.ts'
import { enterPool, reviewAfterEnd, reviewSeeker, reviewSeekers } from './pool/pool.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { matchingRoutes } from './routes.ts'
import { runJobs } from './run/job.ts'
import { evidencePurposes } from './screening/evidence.ts'
import { countEndingApprovals, countWaiting, reviewApprovalJob } from './screening/screening.ts'
import { findMatchingFacts, markChosen } from './service.ts'
import { countToDecide } from './staff/staff.ts'
import { addApprovals, findDecisions } from './work-facts.ts'

export const matching: Domain = {
  name: 'matching',
  routes: matchingRoutes,
  jobs: [...runJobs, matchesFoundJob, expireJob, remindJob, startGroupJob, reviewApprovalJob],
  filePurposes: { ...matchPicturePurposes, ...evidencePurposes },
  listeners: {
    'surveys.completed': async (ctx, { personId }) => {
      await enterPool(ctx, personId)
    },
    'surveys.answer_changed': async (ctx, { personId }) => {
      await enterPool(ctx, personId)
    },
    'accounts.flags_changed': (ctx, { personId }) => reviewSeeker(ctx, personId),
    // Nobody is matched with a person who is about to leave.
    'accounts.leave_asked': (ctx, { personId }) => reviewSeeker(ctx, personId),
    'accounts.stayed': (ctx, { personId }) => reviewSeeker(ctx, personId),
    'mentorship.started': (ctx, { personIds }) => reviewSeekers(ctx, personIds),
    'mentorship.left': (ctx, left) => reviewAfterEnd(ctx, left),
  },
  addWaiting: async (ctx, waiting) => {
    if (can(ctx.actor, 'staff.screening')) {
      waiting.screening = await countWaiting(ctx)
      waiting.approvals = await countEndingApprovals(ctx)
    }
    if (can(ctx.actor, 'staff.matching')) {
      const { proposals, groups } = await countToDecide(ctx)
      waiting.groups = groups
      waiting.proposals = proposals
    }
  },
  addPersonFacts: ({ db }, ids, about) => addApprovals(db, ids, about),
  findDecisions: ({ db }) => findDecisions(db),
  addNextFacts: async (ctx, facts) => {
    facts.matching = await findMatchingFacts(ctx)
    facts.partners = await markChosen(ctx, facts.partners)
  },
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
