import { Id } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { celebrate } from '#core/moments.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { queryClient } from '#core/query-client.ts'
import { withProgress } from '../cache.ts'
import { runCompletion } from '../session/queries.ts'
import { sessionLineOf, refusalTextOf } from '../session/outbox.ts'
import { patchSession } from '../session/cache.ts'

/** A step that was read. Completing it twice is harmless. */
export const stepKind = defineKind({
  name: 'learning.step',
  input: z.object({ session: Id, step: Id, mentorship: z.optional(Id) }),
  lineOf: sessionLineOf,
  aboutOf: ({ step }) => `step ${step}`,
  send: ({ session, step, mentorship }) => runCompletion(queryClient, session, { mentorship }, step),
  settle: (ref, progress) => {
    patchSession(ref, (cached) => withProgress(cached, progress))
    const { session, mentorship } = ref
    if (progress.finish) void celebrate({ session, mentorship, finish: progress.finish })
  },
  reasonOf: refusalTextOf,
  isTied: (code) => code === 'learning.quiz_open' || code === 'learning.steps_open',
})
