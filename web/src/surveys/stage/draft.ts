import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { inPageOrder } from '@saathi/contract/questions/order'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import type { SurveyAnswer } from '@saathi/contract/surveys/calls'
import type { Stage, StagePage, StageQuestion } from '@saathi/contract/surveys/entities'
import * as z from 'zod/mini'
import { removeStored, readStored, writeStored, type StorageKey } from '#core/storage.ts'
import { checkDraft, type Draft, type DraftValue } from '#questions/public.ts'
import type { StageAddress } from '../survey-address.ts'

/** Unsent answers, and the current page. */
export type StageDraft = { answers: Draft; at: number }

const Value = z.union([z.string(), z.number(), z.array(z.string())])
const StoredDraft = z.object({ at: z.int(), answers: z.record(z.string(), Value) })

/** Removed at sign-out, like all personal data. */
const keyOf = ({ survey, stage }: StageAddress): StorageKey => `saathi.survey.${survey}.${stage}`

/** Passwords must not be stored in the browser, and files do not fit. */
const canBeStored = (question: Question): boolean => typeOf(question) !== 'Password' && !uploadRuleOf(typeOf(question))

const questionsOf = (pages: readonly OpenPage[]) => pages.flatMap(({ questions }) => questions)

export function storeDraft(address: StageAddress, pages: readonly OpenPage[], { answers, at }: StageDraft): void {
  const stored: z.infer<typeof StoredDraft>['answers'] = {}
  for (const question of questionsOf(pages)) {
    const value = z.safeParse(Value, answers[question.key]).data
    if (value !== undefined && canBeStored(question)) stored[question.key] = value
  }
  writeStored(keyOf(address), JSON.stringify({ at, answers: stored }))
}

export const forgetDraft = (address: StageAddress): void => removeStored(keyOf(address))

export function loadDraft(address: StageAddress, pages: readonly OpenPage[]): StageDraft {
  const stored = z.safeParse(StoredDraft, readJson(readStored(keyOf(address)))).data
  const answers: Record<string, DraftValue> = {}
  for (const question of questionsOf(pages)) {
    const value = stored && Object.hasOwn(stored.answers, question.key) ? stored.answers[question.key] : undefined
    if (value !== undefined && canBeStored(question) && isStillValid(question, value)) answers[question.key] = value
  }
  return { answers, at: firstToShow(pages, answers, stored?.at ?? 0) }
}

/** The programme may have changed: an option may be gone, or the key may now have another question type. */
function isStillValid(question: Question, value: DraftValue): boolean {
  const problem = checkDraft(question, value)
  return problem !== 'questions.notAnOption' && problem !== 'questions.wrongKind'
}

/** The last position, or the first earlier page with an answer that could not be stored. */
function firstToShow(pages: readonly OpenPage[], answers: Draft, at: number): number {
  const isOpen = ({ questions }: OpenPage) => questions.some((question) => checkDraft(question, answers[question.key]))
  return pages.find((page) => page.at < at && isOpen(page))?.at ?? at
}

function readJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A page with its unanswered questions; `at` is its position among all pages of the stage. */
export type OpenPage = { at: number; page: StagePage; questions: StageQuestion[] }

/** Leaves out answered questions, and pages without unanswered ones. */
export function openPages(stage: Pick<Stage, 'pages'>, answers: readonly SurveyAnswer[]): OpenPage[] {
  const answered = new Set(answers.map(({ questionKey }) => questionKey))
  const pages = stage.pages.map((page, at): OpenPage => {
    return { at, page, questions: inPageOrder(page.questions).filter(({ key }) => !answered.has(key)) }
  })
  return pages.filter(({ questions }) => questions.length > 0)
}
