import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { checkAnswers } from '@saathi/contract/questions/answers'
import type { Question } from '@saathi/contract/questions/entities'
import { inOrder } from '@saathi/contract/questions/order'
import { useEffect, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { registerUnsent } from '#core/unsaved.ts'
import {
  checkDraft,
  type DraftValue,
  type Draft,
  type Problem,
  serverProblem,
  splitDraft,
  type Submission,
  useSending,
} from '#questions/public.ts'
import { useSessionContext } from '../session/context.ts'
import { isFilled } from '../unsent.ts'
import type { QuizAddress } from './address.ts'
import { fieldsOf, storeDraft, type QuizDraft, loadDraft, forgetDraft } from './draft.ts'
import { useSaveAnswers } from './queries.ts'

/** The current question and the entered answers; every change is stored on this device. */
export function useQuizForm(state: QuizState) {
  const { mentorship } = useSessionContext()
  const questions = inOrder(state.quiz.questions)
  const [draft, setDraft] = useState(() => loadDraft(state, mentorship))
  const [isRestored] = useState(() => Object.keys(draft.answers).length > 0)
  const [complaint, setComplaint] = useState<Complaint | null>(null)
  /** Counts page turns and remembers their direction, for focus and animation. */
  const [moves, setMoves] = useState({ count: 0, isBack: false })
  const place = Math.max(
    0,
    questions.findIndex(({ key }) => key === draft.at),
  )
  const question = questions[place]
  const fields = fieldsOf(state, draft.answers)

  // Files and passwords are not stored, so they would be lost with the page.
  useEffect(() => registerUnsent(() => Object.values(draft.answers).some(isFilled)), [draft])

  function update(next: QuizDraft) {
    setDraft(next)
    storeDraft(state, next, mentorship)
  }

  function goTo(key: string | undefined) {
    if (key === undefined) return
    const isBack = questions.findIndex((other) => other.key === key) < place
    setComplaint(null)
    setMoves(({ count }) => ({ count: count + 1, isBack }))
    update({ ...draft, at: key })
  }

  return {
    questions,
    question,
    place,
    fields,
    isRestored,
    moves,
    isLast: place === questions.length - 1,
    complaint: complaint?.key === question?.key ? complaint : null,
    change: (value: DraftValue) => {
      if (!question) return
      setComplaint(null)
      update({ ...draft, answers: { ...draft.answers, [question.key]: value } })
    },
    previous: () => goTo(questions[place - 1]?.key),
    next: () => goTo(questions[place + 1]?.key),
    /** Checks only the current question: later ones have not been seen yet. */
    passes: (): boolean => {
      const problem = question && checkDraft(question, fields[question.key])
      setComplaint(question && problem ? { key: question.key, problem } : null)
      return !problem
    },
    complain: (found: Complaint) => {
      goTo(found.key)
      setComplaint(found)
    },
  }
}

/** A problem with the answer to one question. */
type Complaint = { key: string; problem: Problem }

/** The first question the server rejected, in question order. */
export function complaintOf(error: Error, questions: readonly Question[], fields: Draft): Complaint | undefined {
  if (!(error instanceof ApiError) || error.code !== 'learning.answers_rejected') return undefined
  const { errors = {} } = error
  const question = questions.find(({ key }) => Object.hasOwn(errors, key))
  if (!question) return undefined
  const { key } = question
  const [code = ''] = errors[key] ?? []
  return { key, problem: serverProblem(code, question, fields[key]) }
}

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
