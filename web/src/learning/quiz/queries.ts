import { Id } from '@saathi/contract/core/fields'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { getQuiz, type QuizState, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { startSession } from '@saathi/contract/learning/session-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send, type SendOptions } from '#core/api.ts'
import { celebrate } from '#core/moments.ts'
import { defineKind } from '#core/outbox/kind.ts'
import { profileQuery } from '#core/profile.ts'
import { queryClient } from '#core/query-client.ts'
import { removeStored } from '#core/storage.ts'
import { hasFiles, partsOf, queuedOptions, sendOrQueue, type Sent, type Submission } from '#questions/public.ts'
import { withProgress } from '../cache.ts'
import { type SessionContext, useSessionContext } from '../session/context.tsx'
import { refusalTextOf, sessionLineOf } from '../session/outbox.ts'
import { patchSession } from '../session/cache.ts'
import { applyProgress, isRefusedWith, mentorshipFields, refetchIfClosed } from '../session/queries.ts'
import { clearStep } from '../session/resume-storage.ts'
import { stepTitleOf } from '../step/title.ts'
import { draftKeyOf, type QuizAddress, withAnswered } from './address.ts'

type ProgressScope = Pick<SessionContext, 'mentorship'>

const quizKey = ({ session, step, quiz }: QuizAddress, { mentorship }: ProgressScope) =>
  ['learning', 'quiz', session, step, quiz, mentorship ?? null] as const

export const quizQuery = (context: SessionContext, address: QuizAddress) =>
  queryOptions({
    queryKey: quizKey(address, context),
    queryFn: ({ client, signal }) => {
      const role = client.getQueryData(profileQuery.queryKey)?.role
      return send(getQuiz, { params: address, query: { ...mentorshipFields(context), ...(role && { role }) } }, { signal })
    },
  })

async function startAndSaveAnswers(scope: ProgressScope, address: QuizAddress, submission: Submission, options: SendOptions) {
  const { answers, files } = submission
  const data = { ...address, answerJson: answers, mentorship: scope.mentorship ?? ('' as const) }
  const save = () =>
    send(saveAnswers, { form: { fields: { data }, files: {}, keyed: { texts: partsOf(answers), files } } }, options)
  try {
    return await save()
  } catch (error) {
    // People who opened a link have not pressed Start; answering starts the session.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session: address.session, ...mentorshipFields(scope) } }, { signal: options.signal })
    return save()
  }
}

/** Quiz answers, with their files. */
export const quizKind = defineKind({
  name: 'learning.quiz',
  input: z.object({
    session: Id,
    step: Id,
    quiz: Id,
    mentorship: z.optional(Id),
    answers: z.record(z.string(), z.unknown()),
    files: z.record(z.string(), z.instanceof(File)),
  }),
  lineOf: sessionLineOf,
  aboutOf: ({ step, quiz }) => `quiz ${step} ${quiz}`,
  send: ({ session, step, quiz, mentorship, ...submission }, idempotencyKey) =>
    startAndSaveAnswers({ mentorship }, { session, step, quiz }, submission, queuedOptions(submission, idempotencyKey)),
  isLarge: hasFiles,
  settle: ({ mentorship, ...address }, { state, standing: progress }) => {
    removeStored(draftKeyOf(address, mentorship))
    queryClient.setQueryData(quizKey(address, { mentorship }), state)
    patchSession({ session: address.session, mentorship }, (cached) => withAnswered(withProgress(cached, progress), address))
    if (progress.finish) void celebrate({ session: address.session, mentorship, finish: progress.finish })
  },
  giveUp: ({ mentorship, ...address }, code) => {
    // After other refusals the answers can be corrected; after this one nothing can be done.
    if (code === undefined || code === 'learning.retake_not_allowed') removeStored(draftKeyOf(address, mentorship))
  },
  reasonOf: refusalTextOf,
})

export function useSaveAnswers(address: QuizAddress) {
  const client = useQueryClient()
  const context = useSessionContext()
  const { queryKey } = quizQuery(context, address)
  const sessionKey = context.sessionKey(address.session)
  const draftKey = draftKeyOf(address, context.mentorship)

  function describe() {
    const { session, step, quiz } = address
    const steps = client.getQueryData<SessionDetail>(sessionKey)?.sessionSteps ?? []
    const title = steps.filter(({ id }) => id === step).map(stepTitleOf)[0] ?? ''
    return {
      label: { text: title === '' ? ('outbox.quizAlone' as const) : ('outbox.quiz' as const), values: { title } },
      place: context.toQuiz(session, step, quiz),
    }
  }

  return useMutation({
    mutationFn: ({ options, ...submission }: Sent) =>
      sendOrQueue({ options, ...submission }, () => startAndSaveAnswers(context, address, submission, options), {
        kind: quizKind,
        input: { ...address, ...mentorshipFields(context), ...submission },
        questions: client.getQueryData<QuizState>(queryKey)?.quiz.questions ?? [],
        describe,
      }),
    // In the mutation, not at the call site: after leaving the page, the old draft must still be removed.
    onSuccess: async (saved) => {
      // The draft stays until the queued answers are sent, in case the server refuses them.
      if (!saved) return
      const { state, standing: progress } = saved
      removeStored(draftKey)
      // A quiz fetch in flight would restore the old answers.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, state)
      // In the hub, the last quiz completes the step and may complete the session.
      applyProgress(client, context, progress)
      if (isOwnDone(progress)) clearStep(address.session, context.mentorship)
      client.setQueryData<SessionDetail>(sessionKey, (cached) => cached && withAnswered(cached, address))
      void client.invalidateQueries({ queryKey: sessionKey })
    },
    onError: (error) => {
      refetchIfClosed(client, context, address.session, error)
      if (!isRefusedWith(error, 'learning.retake_not_allowed')) return
      // The only attempt was used elsewhere; those answers count.
      removeStored(draftKey)
      void client.invalidateQueries({ queryKey })
    },
  })
}
