import { checkAnswers } from '@saathi/contract/questions/check-answers'
import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { Stage, StageQuestion, Survey } from '@saathi/contract/surveys/entities'
import { useState } from 'react'
import { ApiError } from '#core/api-error.ts'
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
import { useSendStage } from '../queries.ts'
import type { StageAddress } from '../survey-address.ts'
import { storeDraft, loadDraft, type StageDraft, openPages } from './draft.ts'

type FocusTarget = { at: string | null }

const isEmpty = (problems: Problems) => Object.keys(problems).length === 0

/** The current page and the entered answers; every change is stored on this device. */
export function useStageForm(address: StageAddress, stage: Stage, sent: readonly SurveyAnswer[]) {
  const pages = openPages(stage, sent)
  const questions = pages.flatMap((page) => page.questions)
  const [draft, setDraft] = useState(() => loadDraft(address, pages))
  const [isRestored] = useState(() => Object.keys(draft.answers).length > 0)
  const [problems, setProblems] = useState<Problems>({})
  /** Rejected answers stay marked until they are changed: sent unchanged, they would be refused again. */
  const [rejected, setRejected] = useState<Problems>({})
  /** Counts page turns and remembers their direction, for focus and animation. */
  const [moves, setMoves] = useState({ count: 0, isBack: false })
  /** The focus target: an invalid question, else the title. A new object each time, to focus the same target again. */
  const [look, setLook] = useState<FocusTarget>({ at: null })
  const found = pages.findIndex(({ at }) => at >= draft.at)
  const place = found === -1 ? Math.max(0, pages.length - 1) : found
  const page = pages[place]

  function update(next: StageDraft) {
    setDraft(next)
    storeDraft(address, pages, next)
  }

  function goTo(to: number) {
    const target = pages[to]
    if (!target) return
    setMoves(({ count }) => ({ count: count + 1, isBack: to < place }))
    setLook({ at: null })
    update({ ...draft, at: target.at })
  }

  /** Goes to the first of them, in question order. */
  function lookAt(marked: Problems) {
    const first = questions.find(({ key }) => Object.hasOwn(marked, key))
    if (!first) return
    const to = pages.findIndex((each) => each.questions.includes(first))
    if (to !== place) goTo(to)
    setLook({ at: first.key })
  }

  return {
    pages,
    page,
    place,
    questions,
    fields: draft.answers,
    isRestored,
    moves,
    look,
    isLast: place >= pages.length - 1,
    problemOf: (key: string) => problems[key] ?? rejected[key],
    hasRejected: questions.some(({ key }) => Object.hasOwn(rejected, key)),
    change: (question: StageQuestion, value: DraftValue) => {
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
    /** Checks the unanswered questions of this page; before submitting, those of all pages. */
    passes: (scope: 'page' | 'all'): boolean => {
      const checked = scope === 'all' ? questions : (page?.questions ?? [])
      const found = problemsOf(checked, draft.answers)
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

/** Problems by question key. */
type Problems = Readonly<Record<string, Problem>>

/** The questions whose answers the server rejected; empty if it named none that is shown. */
export function rejectedOf(error: Error, questions: readonly StageQuestion[], fields: Draft): Problems {
  if (!(error instanceof ApiError) || error.code !== 'surveys.answers_rejected') return {}
  const { errors = {} } = error
  const rejected: Record<string, Problem> = {}
  for (const question of questions) {
    const { key } = question
    if (!Object.hasOwn(errors, key)) continue
    const [code = ''] = errors[key] ?? []
    // Answered elsewhere in the meantime: the question disappears with the refetch.
    if (code === 'questions.alreadyAnswered') continue
    rejected[key] = serverProblem(code, question, fields[key])
  }
  return rejected
}

function problemsOf(questions: readonly StageQuestion[], fields: Draft): Problems {
  const found: Record<string, Problem> = {}
  for (const question of questions) {
    const problem = checkDraft(question, fields[question.key])
    if (problem) found[question.key] = problem
  }
  return found
}

type SubmissionHandlers = { onSent: (sent: Survey) => Promise<void>; onRefused: (error: Error) => void }

export function useSubmission(address: StageAddress, { onSent, onRefused }: SubmissionHandlers) {
  const { send, ...sending } = useSending(useSendStage(address, onSent), { onRefused })
  return {
    ...sending,
    submit: (questions: readonly StageQuestion[], fields: Draft) => send(() => submissionOf(questions, fields)),
  }
}

/** The normalised answers without empty ones. An empty stage is sent too: that completes it. */
function submissionOf(questions: readonly StageQuestion[], fields: Draft): Submission {
  const { answers: entered, files } = splitDraft(questions, fields)
  return { answers: checkAnswers(questions, entered).answers, files }
}
