import type { SessionDetail } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { getQuiz, type QuizState } from '@saathi/contract/learning/quiz-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { isUnreachable } from '#core/api-error.ts'
import { send } from '#core/api.ts'
import { visitNow } from '#core/outbox/list.ts'
import { drop, keep, mend } from '#core/outbox/outbox.ts'
import { profileQuery } from '#core/profile.ts'
import type { Sent } from '#questions/public.ts'
import { type SessionContext, useSessionContext } from './journey.ts'
import type { QuizAddress } from './quiz-address.ts'
import { withAnswered } from './quiz-answered.ts'
import { forgetDraft } from './quiz-draft.ts'
import { mayWait, quizKey, quizKind, saveBegun } from './answers-queries.ts'
import { forgetStep } from './remembered.ts'
import { isRefusedWith, readClosed, takeStanding, walkedIn } from './session-queries.ts'
import { stepTitleOf } from './step-title.ts'

export const quizQuery = (journey: SessionContext, address: QuizAddress) =>
  queryOptions({
    queryKey: quizKey(address, journey),
    queryFn: ({ client, signal }) => {
      const role = client.getQueryData(profileQuery.queryKey)?.role
      return send(getQuiz, { params: address, query: { ...walkedIn(journey), ...(role && { role }) } }, { signal })
    },
  })

export function useSaveAnswers(address: QuizAddress) {
  const client = useQueryClient()
  const journey = useSessionContext()
  const { queryKey } = quizQuery(journey, address)
  const sessionKey = journey.sessionKey(address.session)

  /** Null where nobody could be reached: then the answers wait here. */
  async function saveOrKeep({ options, ...given }: Sent) {
    const visit = visitNow()
    const entered = { ...address, ...walkedIn(journey), ...given }
    try {
      const saved = await saveBegun(journey, address, given, options)
      await drop(quizKind, entered)
      void mend(quizKind.lineOf(entered))
      return saved
    } catch (error) {
      const questions = client.getQueryData<QuizState>(queryKey)?.quiz.questions ?? []
      if (!isUnreachable(error) || visitNow() !== visit || !mayWait(questions, given)) throw error
      const steps = client.getQueryData<SessionDetail>(sessionKey)?.sessionSteps ?? []
      const title = steps.filter(({ id }) => id === address.step).map(stepTitleOf)[0] ?? ''
      const { session, step, quiz } = address
      await keep(quizKind, entered, {
        id: options.idempotencyKey,
        label: { text: title === '' ? 'outbox.quizAlone' : 'outbox.quiz', values: { title } },
        place: journey.toQuiz(session, step, quiz),
      })
      return null
    }
  }

  return useMutation({
    mutationFn: saveOrKeep,
    // Here and not where it is called: whoever leaves while it is on its way must not find the old draft again.
    onSuccess: async (saved) => {
      // Until they are sent what was entered stays, in case that the server will not have it.
      if (!saved) return
      const { state, standing } = saved
      forgetDraft(address, journey.mentorship)
      // A quiz already on its way to us would bring the old answers back.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, state)
      // In the hub the last quiz completes the step, and may complete the session.
      takeStanding(client, journey, standing)
      if (isOwnDone(standing)) forgetStep(address.session, journey.mentorship)
      client.setQueryData<SessionDetail>(sessionKey, (held) => held && withAnswered(held, address))
      void client.invalidateQueries({ queryKey: sessionKey })
    },
    onError: (error) => {
      readClosed(client, journey, address.session, error)
      if (!isRefusedWith(error, 'learning.retake_not_allowed')) return
      // The only try was spent elsewhere: what was sent then is what counts.
      forgetDraft(address, journey.mentorship)
      void client.invalidateQueries({ queryKey })
    },
  })
}
