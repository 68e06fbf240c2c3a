import { startSession } from '@saathi/contract/learning/session-calls'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { getQuiz, saveAnswers } from '@saathi/contract/learning/quiz-calls'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#core/api.ts'
import type { Sent } from '#questions/face.ts'
import { type Journey, useJourney } from './journey.ts'
import type { QuizAddress } from './quiz-address.ts'
import { withAnswered } from './quiz-answered.ts'
import { forgetDraft } from './quiz-draft.ts'
import { forgetStep } from './remembered.ts'
import { isRefusedWith, readClosed, takeStanding, walkedIn } from './session-queries.ts'

export const quizQuery = (journey: Journey, { session, step, quiz }: QuizAddress) =>
  queryOptions({
    queryKey: ['learning', 'quiz', session, step, quiz, journey.mentorship ?? null],
    queryFn: ({ signal }) => send(getQuiz, { params: { session, step, quiz }, query: walkedIn(journey) }, { signal }),
  })

async function saveBegun(journey: Journey, address: QuizAddress, { answers, files, options }: Sent) {
  const data = { ...address, answerJson: answers, mentorship: journey.mentorship ?? ('' as const) }
  const save = () => send(saveAnswers, { form: { fields: { data }, files: {}, keyed: { texts: {}, files } } }, options)
  try {
    return await save()
  } catch (error) {
    // Whoever came by a link has pressed no Start; answering is beginning.
    if (!isRefusedWith(error, 'learning.not_begun')) throw error
    await send(startSession, { body: { session: address.session, ...walkedIn(journey) } }, { signal: options.signal })
    return save()
  }
}

export function useSaveAnswers(address: QuizAddress) {
  const client = useQueryClient()
  const journey = useJourney()
  const { queryKey } = quizQuery(journey, address)
  const sessionKey = journey.sessionKey(address.session)
  return useMutation({
    mutationFn: (sent: Sent) => saveBegun(journey, address, sent),
    // Here and not where it is called: whoever leaves while it is on its way must not find the old draft again.
    onSuccess: async ({ state, standing }) => {
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
