import type { Question } from '@saathi/contract/questions/entities'
import { useEffect, useState } from 'react'
import { ApiError } from '#core/api-error.ts'
import { registerUnsent } from '#core/unsaved.ts'
import { isFilled } from '#core/unsent-drafts.ts'
import { checkDraft, type Draft, type DraftValue, type Problem, serverProblem } from '../draft.ts'
import { loadDraft, placeOf, type Questionnaire, questionsOf, type RunnerDraft, type Section, storeDraft } from './draft.ts'

type FocusTarget = { at: string | null }
/** Problems by question key. */
type Problems = Readonly<Record<string, Problem>>

const isEmpty = (problems: Problems) => Object.keys(problems).length === 0

/** The current section and the entered answers; every change is stored on this device. */
export function useRunnerState<Shown extends Section>(questionnaire: Questionnaire<Shown>) {
  const { sections, submitted } = questionnaire
  const questions = questionsOf(questionnaire)
  const [draft, setDraft] = useState(() => loadDraft(questionnaire))
  const [isRestored] = useState(() => Object.keys(draft.answers).length > 0)
  const [problems, setProblems] = useState<Problems>({})
  /** Rejected answers stay marked until they are changed: sent unchanged, they would be refused again. */
  const [rejected, setRejected] = useState<Problems>({})
  /** Counts page turns and remembers their direction, for focus and animation. */
  const [moves, setMoves] = useState({ count: 0, isBack: false })
  /** The focus target: an invalid question, else the title. A new object each time, to focus the same target again. */
  const [look, setLook] = useState<FocusTarget>({ at: null })
  const place = placeOf(sections, draft.at)
  const section = sections[place]
  const fields: Draft = { ...submitted, ...draft.answers }

  // Files and passwords are not stored, so they would be lost with the page.
  useEffect(() => registerUnsent(() => Object.values(draft.answers).some(isFilled)), [draft])

  function update(next: RunnerDraft) {
    setDraft(next)
    storeDraft(questionnaire, next)
  }

  function goTo(to: number) {
    const target = sections[to]
    if (!target) return
    setMoves(({ count }) => ({ count: count + 1, isBack: to < place }))
    setLook({ at: null })
    update({ ...draft, at: target.id })
  }

  /** Goes to the first of these questions, in question order. */
  function lookAt(marked: Problems) {
    const first = questions.find(({ key }) => Object.hasOwn(marked, key))
    if (!first) return
    const to = sections.findIndex((each) => each.questions.includes(first))
    if (to !== place) goTo(to)
    setLook({ at: first.key })
  }

  return {
    section,
    place,
    questions,
    fields,
    isRestored: isRestored && moves.count === 0,
    moves,
    look,
    isLast: place >= sections.length - 1,
    problemOf: (key: string) => problems[key] ?? rejected[key],
    isRejected: ({ key }: Question) => Object.hasOwn(rejected, key),
    change: (question: Question, value: DraftValue) => {
      const { key } = question
      update({ ...draft, answers: { ...draft.answers, [key]: value } })
      setRejected((before) => without(before, key))
      // An error stays until the answer is valid.
      setProblems((before) => {
        const problem = Object.hasOwn(before, key) ? checkDraft(question, value) : undefined
        return problem ? { ...before, [key]: problem } : without(before, key)
      })
    },
    previous: () => goTo(place - 1),
    next: () => goTo(place + 1),
    /** Checks the questions of this section; before submitting, those of all sections. */
    passes: (scope: 'section' | 'all'): boolean => {
      const checked = scope === 'all' ? questions : (section?.questions ?? [])
      const found = problemsOf(checked, fields)
      const isChecked = (key: string) => checked.some((question) => question.key === key)
      const refused = Object.fromEntries(Object.entries(rejected).filter(([key]) => isChecked(key)))
      const elsewhere = Object.entries(problems).filter(([key]) => !isChecked(key))
      setProblems({ ...Object.fromEntries(elsewhere), ...found })
      lookAt({ ...refused, ...found })
      return isEmpty(found) && isEmpty(refused)
    },
    reject: (refused: Problems) => {
      setRejected(refused)
      lookAt(refused)
    },
  }
}

const without = (problems: Problems, key: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([other]) => other !== key))

/** The questions whose answers the server rejected; empty if it named none that is shown. */
export function rejectedOf(error: Error, code: string, questions: readonly Question[], fields: Draft): Problems {
  if (!(error instanceof ApiError) || error.code !== code) return {}
  const { errors = {} } = error
  const rejected: Record<string, Problem> = {}
  for (const question of questions) {
    const { key } = question
    if (!Object.hasOwn(errors, key)) continue
    const [reason = ''] = errors[key] ?? []
    // Answered elsewhere: the question disappears with the refetch.
    if (reason === 'questions.alreadyAnswered') continue
    rejected[key] = serverProblem(reason, question, fields[key])
  }
  return rejected
}

function problemsOf(questions: readonly Question[], fields: Draft): Problems {
  const found: Record<string, Problem> = {}
  for (const question of questions) {
    const problem = checkDraft(question, fields[question.key])
    if (problem) found[question.key] = problem
  }
  return found
}
