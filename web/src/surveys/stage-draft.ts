import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import * as z from 'zod/mini'
import { removeStored, readStored, writeStored, type StorageKey } from '#core/storage.ts'
import { checkDraft, type Draft, type DraftValue } from '#questions/public.ts'
import type { OpenPage } from './open-pages.ts'
import type { StageAddress } from './survey-address.ts'

/** What was entered and not sent yet, and the page it was left at. */
export type StageDraft = { answers: Draft; at: number }

const Value = z.union([z.string(), z.number(), z.array(z.string())])
const Kept = z.object({ at: z.int(), answers: z.record(z.string(), Value) })

/** Signing out forgets it, as everything of a person. */
const keyOf = ({ survey, stage }: StageAddress): StorageKey => `saathi.survey.${survey}.${stage}`

/** A secret has no place in a browser's storage, and a file does not fit into it. */
const mayBeKept = (question: Question): boolean => typeOf(question) !== 'Password' && !uploadRuleOf(typeOf(question))

const questionsOf = (pages: readonly OpenPage[]) => pages.flatMap(({ questions }) => questions)

export function keepDraft(address: StageAddress, pages: readonly OpenPage[], { answers, at }: StageDraft): void {
  const kept: z.infer<typeof Kept>['answers'] = {}
  for (const question of questionsOf(pages)) {
    const value = z.safeParse(Value, answers[question.key]).data
    if (value !== undefined && mayBeKept(question)) kept[question.key] = value
  }
  writeStored(keyOf(address), JSON.stringify({ at, answers: kept }))
}

export const forgetDraft = (address: StageAddress): void => removeStored(keyOf(address))

export function recallDraft(address: StageAddress, pages: readonly OpenPage[]): StageDraft {
  const kept = z.safeParse(Kept, readJson(readStored(keyOf(address)))).data
  const answers: Record<string, DraftValue> = {}
  for (const question of questionsOf(pages)) {
    const value = kept && Object.hasOwn(kept.answers, question.key) ? kept.answers[question.key] : undefined
    if (value !== undefined && mayBeKept(question) && stillFits(question, value)) answers[question.key] = value
  }
  return { answers, at: firstToSee(pages, answers, kept?.at ?? 0) }
}

/** The programme may have changed since: an option that is gone, or another kind of question under the same key. */
function stillFits(question: Question, value: DraftValue): boolean {
  const problem = checkDraft(question, value)
  return problem !== 'questions.notAnOption' && problem !== 'questions.wrongKind'
}

/** Where one was, or the first page before it with an answer that could not be kept. */
function firstToSee(pages: readonly OpenPage[], answers: Draft, at: number): number {
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
