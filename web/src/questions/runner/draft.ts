import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { inOrder } from '@saathi/contract/questions/order'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import type { QuizAnswer, QuizState } from '@saathi/contract/learning/quiz-calls'
import * as z from 'zod/mini'
import { removeStored, readStored, writeStored, type StorageKey } from '#core/storage.ts'
import { checkDraft, type Draft, type DraftValue } from '#questions/public.ts'
import type { QuizAddress } from './address.ts'

/** Changes since the last submission, and the key of the current question. */
export type QuizDraft = { answers: Draft; at: string | undefined }

const Value = z.union([z.string(), z.number(), z.array(z.string())])
const StoredDraft = z.object({
  /** The attempt the draft belongs to; a later attempt makes it outdated. */
  attempts: z.int(),
  at: z.optional(z.string()),
  /** Null means that the answer was cleared. */
  answers: z.record(z.string(), z.nullable(Value)),
})

/** Drafts are stored separately for each mentorship. */
const keyOf = ({ session, step, quiz }: QuizAddress, mentorship: number | undefined): StorageKey =>
  `saathi.quiz.${session}.${step}.${quiz}${mentorship === undefined ? '' : `.${mentorship}`}`
const addressOf = ({ session, step, quiz }: QuizState): QuizAddress => ({ session, step, quiz: quiz.id })

/** Passwords must not be stored in the browser, and files do not fit. */
const canBeStored = (question: Question): boolean => typeOf(question) !== 'Password' && !uploadRuleOf(typeOf(question))

export function storeDraft(state: QuizState, { answers, at }: QuizDraft, mentorship?: number): void {
  const stored: z.infer<typeof StoredDraft>['answers'] = {}
  for (const question of state.quiz.questions) {
    if (!Object.hasOwn(answers, question.key) || !canBeStored(question)) continue
    stored[question.key] = z.safeParse(Value, answers[question.key]).data ?? null
  }
  writeStored(keyOf(addressOf(state), mentorship), JSON.stringify({ attempts: state.attempts, at, answers: stored }))
}

export const forgetDraft = (address: QuizAddress, mentorship?: number): void => removeStored(keyOf(address, mentorship))

export function loadDraft(state: QuizState, mentorship?: number): QuizDraft {
  const stored = z.safeParse(StoredDraft, readJson(readStored(keyOf(addressOf(state), mentorship)))).data
  if (!stored || stored.attempts !== state.attempts) return { answers: {}, at: undefined }
  const answers: Record<string, DraftValue> = {}
  for (const question of state.quiz.questions) {
    const { key } = question
    if (!Object.hasOwn(stored.answers, key) || !canBeStored(question)) continue
    const value = stored.answers[key] ?? undefined
    if (isStillValid(question, value)) answers[key] = value
  }
  return { answers, at: firstToShow(state, answers, stored.at) }
}

/** The programme may have changed: an option may be gone, or the key may now have another question type. */
function isStillValid(question: Question, value: DraftValue): boolean {
  const problem = checkDraft(question, value)
  return problem !== 'questions.notAnOption' && problem !== 'questions.wrongKind'
}

/** The last position, or the first earlier question whose answer could not be stored. */
function firstToShow(state: QuizState, answers: Draft, at: string | undefined): string | undefined {
  const questions = inOrder(state.quiz.questions)
  const before = questions.slice(
    0,
    Math.max(
      0,
      questions.findIndex(({ key }) => key === at),
    ),
  )
  const fields = fieldsOf(state, answers)
  return before.find((question) => checkDraft(question, fields[question.key]))?.key ?? at
}

/** The submitted answers, overridden by later changes. */
export function fieldsOf({ quiz, answers }: QuizState, changed: Draft): Draft {
  const sent = answers.flatMap((submitted) => {
    const question = quiz.questions.find(({ key }) => key === submitted.questionKey)
    return question ? [[question.key, sentValue(question, submitted)] as const] : []
  })
  return { ...Object.fromEntries(sent), ...changed }
}

/** A password is only known to be given; a number is shown as text. */
function sentValue(question: Question, { answer }: QuizAnswer): DraftValue {
  const type = typeOf(question)
  if (type === 'Password' || typeof answer === 'boolean') return undefined
  return type === 'Number' ? String(answer) : answer
}

function readJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
