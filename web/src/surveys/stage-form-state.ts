import type { Stage, StageQuestion } from '@saathi/contract/surveys/entities'
import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import { useState } from 'react'
import { checkDraft, type DraftValue } from '#questions/public.ts'
import { openPages } from './open-pages.ts'
import { keepDraft, recallDraft, type StageDraft } from './stage-draft.ts'
import { type Problems, problemsOf } from './stage-refusal.ts'
import type { StageAddress } from './survey-address.ts'

type Look = { at: string | null }

const isEmpty = (problems: Problems) => Object.keys(problems).length === 0

/** The pages one after the other, and what was entered so far; every change is kept on this device. */
export function useStageForm(address: StageAddress, stage: Stage, sent: readonly SurveyAnswer[]) {
  const pages = openPages(stage, sent)
  const questions = pages.flatMap((page) => page.questions)
  const [draft, setDraft] = useState(() => recallDraft(address, pages))
  const [wasKept] = useState(() => Object.keys(draft.answers).length > 0)
  const [problems, setProblems] = useState<Problems>({})
  /** What the server did not take stays marked until it is changed: sent again as it is, it would be refused again. */
  const [rejected, setRejected] = useState<Problems>({})
  /** Counts, so that the page knows that it went, and which way. */
  const [moves, setMoves] = useState({ count: 0, isBack: false })
  /** What is to be read first: a question that is wrong, else the title. Made anew each time, it may be the same again. */
  const [look, setLook] = useState<Look>({ at: null })
  const found = pages.findIndex(({ at }) => at >= draft.at)
  const place = found === -1 ? Math.max(0, pages.length - 1) : found
  const page = pages[place]

  function keep(next: StageDraft) {
    setDraft(next)
    keepDraft(address, pages, next)
  }

  function goTo(to: number) {
    const target = pages[to]
    if (!target) return
    setMoves(({ count }) => ({ count: count + 1, isBack: to < place }))
    setLook({ at: null })
    keep({ ...draft, at: target.at })
  }

  /** Leads to the first of them, in the order in which they are asked. */
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
    wasKept,
    moves,
    look,
    isLast: place >= pages.length - 1,
    problemOf: (key: string) => problems[key] ?? rejected[key],
    hasRejected: questions.some(({ key }) => Object.hasOwn(rejected, key)),
    change: (question: StageQuestion, value: DraftValue) => {
      const { key } = question
      keep({ ...draft, answers: { ...draft.answers, [key]: value } })
      setRejected((before) => without(before, key))
      // What was found wrong stays marked until it is right.
      setProblems((before) => {
        const problem = Object.hasOwn(before, key) ? checkDraft(question, value) : undefined
        return problem ? { ...before, [key]: problem } : without(before, key)
      })
    },
    previous: () => goTo(place - 1),
    next: () => goTo(place + 1),
    /** Every question of the page that is left to answer; before it is sent, those of the other pages too. */
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
