import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { inOrder } from '@saathi/contract/questions/order'
import { useEffect, useState } from 'react'
import { registerUnsent } from '#core/unsaved.ts'
import { checkDraft, type DraftValue } from '#questions/public.ts'
import { useSessionContext } from './journey.ts'
import { fieldsOf, keepDraft, type QuizDraft, recallDraft } from './quiz-draft.ts'
import type { Complaint } from './quiz-refusal.ts'
import { isGiven } from './unsent.ts'

/** The questions one after the other, and what was entered so far; every change is kept on this device. */
export function useQuizForm(state: QuizState) {
  const { mentorship } = useSessionContext()
  const questions = inOrder(state.quiz.questions)
  const [draft, setDraft] = useState(() => recallDraft(state, mentorship))
  const [wasKept] = useState(() => Object.keys(draft.answers).length > 0)
  const [complaint, setComplaint] = useState<Complaint | null>(null)
  /** Counts up and down the line of questions, so that the page knows which way it went, and that it went. */
  const [moves, setMoves] = useState({ count: 0, isBack: false })
  const place = Math.max(
    0,
    questions.findIndex(({ key }) => key === draft.at),
  )
  const question = questions[place]
  const fields = fieldsOf(state, draft.answers)

  // A file or a secret is not kept on the device, and is lost with the page all the more.
  useEffect(() => registerUnsent(() => Object.values(draft.answers).some(isGiven)), [draft])

  function keep(next: QuizDraft) {
    setDraft(next)
    keepDraft(state, next, mentorship)
  }

  function goTo(key: string | undefined) {
    if (key === undefined) return
    const isBack = questions.findIndex((other) => other.key === key) < place
    setComplaint(null)
    setMoves(({ count }) => ({ count: count + 1, isBack }))
    keep({ ...draft, at: key })
  }

  return {
    questions,
    question,
    place,
    fields,
    wasKept,
    moves,
    isLast: place === questions.length - 1,
    complaint: complaint?.key === question?.key ? complaint : null,
    change: (value: DraftValue) => {
      if (!question) return
      setComplaint(null)
      keep({ ...draft, answers: { ...draft.answers, [question.key]: value } })
    },
    previous: () => goTo(questions[place - 1]?.key),
    next: () => goTo(questions[place + 1]?.key),
    /** Only the question shown: what comes later has not been seen yet. */
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
