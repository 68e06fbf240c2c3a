import type { SessionDetail } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { getQuiz, type QuizState } from '@saathi/contract/learning/quiz-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { sessionEpoch } from '#core/outbox/list.ts'
import { drop, enqueue, retryRefused } from '#core/outbox/outbox.ts'
import { profileQuery } from '#core/profile.ts'
import type { Sent } from '#questions/public.ts'
import type { SessionContext } from '../session/area.ts'
import { useSessionContext } from '../session/context.ts'
import { type QuizAddress, withAnswered } from './address.ts'
import { forgetDraft } from './draft.ts'
import { canWait, quizKey, quizKind, startAndSaveAnswers } from './answers-queries.ts'
import { clearStep } from '../session/resume-storage.ts'
import { isRefusedWith, refetchIfClosed, applyProgress, mentorshipFields } from '../session/queries.ts'
import { stepTitleOf } from '../step/title.ts'

export const quizQuery = (context: SessionContext, address: QuizAddress) =>
  queryOptions({
    queryKey: quizKey(address, context),
    queryFn: ({ client, signal }) => {
      const role = client.getQueryData(profileQuery.queryKey)?.role
      return send(getQuiz, { params: address, query: { ...mentorshipFields(context), ...(role && { role }) } }, { signal })
    },
  })

export function useSaveAnswers(address: QuizAddress) {
  const client = useQueryClient()
  const context = useSessionContext()
  const { queryKey } = quizQuery(context, address)
  const sessionKey = context.sessionKey(address.session)

  /** Null when offline: the answers are queued. */
  async function saveOrQueue({ options, ...submission }: Sent) {
    const visit = sessionEpoch()
    const entered = { ...address, ...mentorshipFields(context), ...submission }
    try {
      const saved = await startAndSaveAnswers(context, address, submission, options)
      await drop(quizKind, entered)
      void retryRefused(quizKind.lineOf(entered))
      return saved
    } catch (error) {
      const questions = client.getQueryData<QuizState>(queryKey)?.quiz.questions ?? []
      if (!isUnreachable(error) || sessionEpoch() !== visit || !canWait(questions, submission)) throw error
      const steps = client.getQueryData<SessionDetail>(sessionKey)?.sessionSteps ?? []
      const title = steps.filter(({ id }) => id === address.step).map(stepTitleOf)[0] ?? ''
      const { session, step, quiz } = address
      await enqueue(quizKind, entered, {
        id: options.idempotencyKey,
        label: { text: title === '' ? 'outbox.quizAlone' : 'outbox.quiz', values: { title } },
        place: context.toQuiz(session, step, quiz),
      })
      return null
    }
  }

  return useMutation({
    mutationFn: saveOrQueue,
    // In the mutation, not at the call site: after leaving the page, the old draft must still be removed.
    onSuccess: async (saved) => {
      // The draft stays until the queued answers are sent, in case the server refuses them.
      if (!saved) return
      const { state, standing: progress } = saved
      forgetDraft(address, context.mentorship)
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
      forgetDraft(address, context.mentorship)
      void client.invalidateQueries({ queryKey })
    },
  })
}
