import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { Question } from '@saathi/contract/questions/entities'
import { type Draft, splitDraft, type Submission, useSending } from '#questions/public.ts'
import { useSessionContext } from './journey.ts'
import type { QuizAddress } from './quiz-address.ts'
import { forgetDraft } from './quiz-draft.ts'
import { useSaveAnswers } from './quiz-queries.ts'

type Outcome = {
  /** Undefined where nothing was answered, so nothing was sent. */
  onDone: (saved: QuizState | undefined) => void
  onRefused: (error: Error) => void
}

export function useSubmission(address: QuizAddress, { onDone, onRefused }: Outcome) {
  const { mentorship } = useSessionContext()
  const { send, ...sending } = useSending(useSaveAnswers(address), {
    // Answers that wait here are shown as such by the page itself.
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

/** The answers as they are kept, empty ones left out; undefined where there is none at all. */
function submissionOf(questions: readonly Question[], fields: Draft): Submission | undefined {
  const { answers: given, files } = splitDraft(questions, fields)
  const { answers, problems } = checkAnswers(questions, given)
  // What does not pass goes as it was entered: the server says which one it was.
  const rejected = Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(problems, key)))
  const submission = { answers: { ...answers, ...rejected }, files }
  return [submission.answers, files, problems].some((part) => Object.keys(part).length > 0) ? submission : undefined
}
