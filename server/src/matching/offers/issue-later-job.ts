import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { defineJob } from '#core/jobs/define-job.ts'
import { fits, scoreOf } from '../engine/score.ts'
import { issueOffers } from './issue.ts'
import { findPlan } from '../plan-store.ts'
import { findSeekerAnswers } from '../store.ts'

/** A batch of the pairs that a large run found. Answers may have changed since, so each pair is compared again. */
export const issueLaterJob = defineJob({
  name: 'matching.issue_later',
  payload: z.strictObject({ projectId: Id, pairs: z.array(z.tuple([Id, Id])) }),
  retry: { limit: 3, delaySeconds: 60, backoff: true },
  timeoutSeconds: 120,
  work: async (ctx, { projectId, pairs }) => {
    const plan = await findPlan(ctx.db, projectId)
    if (!plan) return
    const answers = await findSeekerAnswers(ctx.db, [...new Set(pairs.flat())])
    const offers = pairs.flatMap(([mentorId, menteeId]) => {
      const [mentor, mentee] = [answers.get(mentorId), answers.get(menteeId)]
      if (!mentor || !mentee || !fits(plan.criteria, mentee, mentor)) return []
      return [{ mentorId, menteeId, ...scoreOf(plan.criteria, mentee, mentor) }]
    })
    await issueOffers(ctx, projectId, offers)
  },
})
