import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { Question } from '@saathi/contract/questions/entities'
import { type Draft, splitDraft, type Submission, useSending } from '#questions/public.ts'
import { useSessionContext } from './session-context.ts'
import type { QuizAddress } from './quiz-address.ts'
import { forgetDraft } from './quiz-draft.ts'
import { useSaveAnswers } from './quiz-queries.ts'

type SubmissionHandlers = {
  /** Undefined when nothing was answered, so nothing was sent. */
  onDone: (saved: QuizState | undefined) => void
  onRefused: (error: Error) => void
}

export function useSubmission(address: QuizAddress, { onDone, onRefused }: SubmissionHandlers) {
  const { mentorship } = useSessionContext()
  const { send, ...sending } = useSending(useSaveAnswers(address), {
    // The page itself shows queued answers.
    onTaken: (saved) => saved && onDone(saved.state),
    onRefused,
  })

  const submit = (questions: readonly Question[], fields: Draft) =>
    send(() => {
      const submission = submissionOf(questions, fields)
      if (!submission) {
        forgetDraft(address, mentorship)
        onDone(undefined)
      }
      return submission
    })

  return { ...sending, submit }
}

/** The normalised answers without empty ones; undefined when there are none. */
function submissionOf(questions: readonly Question[], fields: Draft): Submission | undefined {
  const { answers: entered, files } = splitDraft(questions, fields)
  const { answers, problems } = checkAnswers(questions, entered)
  // Invalid answers are sent unchanged: the server reports which ones they are.
  const rejected = Object.fromEntries(Object.entries(entered).filter(([key]) => Object.hasOwn(problems, key)))
  const submission = { answers: { ...answers, ...rejected }, files }
  return [submission.answers, files, problems].some((part) => Object.keys(part).length > 0) ? submission : undefined
}
