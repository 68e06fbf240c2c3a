import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { celebrate } from '#core/moments.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { queryClient } from '#core/query-client.ts'
import { withStanding } from './cache.ts'
import { completeStored } from './session-queries.ts'
import { walkLineOf, walkReasonOf } from './walk-line.ts'
import { changeWalked } from './walks.ts'

/** A step that was left behind read. To complete one twice changes nothing. */
export const stepKind = defineKind({
  name: 'learning.step',
  input: z.object({ session: Id, step: Id, mentorship: z.optional(Id) }),
  lineOf: walkLineOf,
  aboutOf: ({ step }) => `step ${step}`,
  send: ({ session, step, mentorship }) => completeStored(queryClient, session, { mentorship }, step),
  settle: (walk, standing) => {
    changeWalked(walk, (held) => withStanding(held, standing))
    const { session, mentorship } = walk
    if (standing.finish) void celebrate({ session, mentorship, finish: standing.finish })
  },
  reasonOf: walkReasonOf,
  isTied: (code) => code === 'learning.quiz_open' || code === 'learning.steps_open',
})
