import type { QuizState } from '@saathi/contract/learning/quiz-calls'
import { inOrder } from '@saathi/contract/questions/order'
import { useEffect, useState } from 'react'
import { registerUnsent } from '#core/unsaved.ts'
import { checkDraft, type DraftValue } from '#questions/public.ts'
import { useSessionContext } from './session-context.ts'
import { fieldsOf, storeDraft, type QuizDraft, loadDraft } from './quiz-draft.ts'
import type { Complaint } from './quiz-refusal.ts'
import { isFilled } from './unsent.ts'

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
