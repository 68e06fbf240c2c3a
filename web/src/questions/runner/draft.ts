import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import * as z from 'zod/mini'
import { readStored, writeStored, type StorageKey } from '#core/storage.ts'
import { checkDraft, type Draft, type DraftValue } from '../draft.ts'

/** Questions shown together. Numbered sections are in ascending order. */
export type Section = { id: string | number; questions: readonly Question[] }

/** A quiz, a survey stage, a check-in: sections of questions, answered one section after the other. */
export type Questionnaire<Shown extends Section = Section> = {
  sections: readonly Shown[]
  /** Where the unsent answers are stored on this device; removed at sign-out, like all personal data. */
  draftKey: StorageKey
  /** The draft of another attempt is outdated. */
  attempts?: number | undefined
  /** Answers sent before, which fill the fields. */
  submitted: Draft
}

/** Changes since the last submission, and the id of the current section. */
export type RunnerDraft = { answers: Draft; at: Section['id'] | undefined }

const Value = z.union([z.string(), z.number(), z.array(z.string())])
const StoredDraft = z.object({
  attempts: z.optional(z.int()),
  at: z.optional(z.union([z.string(), z.int()])),
  /** Null means that the answer was cleared. */
  answers: z.record(z.string(), z.nullable(Value)),
})

/** Passwords must not be stored in the browser, and files do not fit. */
const canBeStored = (question: Question): boolean => typeOf(question) !== 'Password' && !uploadRuleOf(typeOf(question))

export const questionsOf = ({ sections }: Pick<Questionnaire, 'sections'>): Question[] =>
  sections.flatMap(({ questions }) => [...questions])

export function storeDraft(questionnaire: Questionnaire, { answers, at }: RunnerDraft): void {
  const stored: z.infer<typeof StoredDraft>['answers'] = {}
  for (const question of questionsOf(questionnaire)) {
    if (!Object.hasOwn(answers, question.key) || !canBeStored(question)) continue
    stored[question.key] = z.safeParse(Value, answers[question.key]).data ?? null
  }
  const { draftKey, attempts } = questionnaire
  writeStored(draftKey, JSON.stringify({ attempts, at, answers: stored }))
}

export function loadDraft(questionnaire: Questionnaire): RunnerDraft {
  const { draftKey, attempts, sections, submitted } = questionnaire
  const stored = z.safeParse(StoredDraft, readJson(readStored(draftKey))).data
  if (!stored || stored.attempts !== attempts) return { answers: {}, at: undefined }
  const answers: Record<string, DraftValue> = {}
  for (const question of questionsOf(questionnaire)) {
    const { key } = question
    if (!Object.hasOwn(stored.answers, key) || !canBeStored(question)) continue
    const value = stored.answers[key] ?? undefined
    const isChange = value !== undefined || submitted[key] !== undefined
    if (isChange && isStillValid(question, value)) answers[key] = value
  }
  return { answers, at: firstToShow(sections, { ...submitted, ...answers }, stored.at) }
}

/** The programme may have changed: an option may be gone, or the key may now have another question type. */
function isStillValid(question: Question, value: DraftValue): boolean {
  const problem = checkDraft(question, value)
  return problem !== 'questions.notAnOption' && problem !== 'questions.wrongKind'
}

/** The last position, or the first earlier section with an answer that could not be stored. */
function firstToShow(sections: readonly Section[], fields: Draft, at: RunnerDraft['at']): RunnerDraft['at'] {
  const isOpen = ({ questions }: Section) => questions.some((question) => checkDraft(question, fields[question.key]))
  return sections.slice(0, placeOf(sections, at)).find(isOpen)?.id ?? at
}

/** The position of a section. If a numbered section has nothing left to answer, the next one is used; otherwise the first. */
export function placeOf(sections: readonly Section[], at: RunnerDraft['at']): number {
  const isNumbered = typeof at === 'number'
  const found = sections.findIndex(({ id }) => (isNumbered && typeof id === 'number' ? id >= at : id === at))
  return found === -1 && isNumbered ? Math.max(0, sections.length - 1) : Math.max(0, found)
}

function readJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
