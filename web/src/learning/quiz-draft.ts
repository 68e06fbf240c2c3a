import { type Question, typeOf } from '@saathi/contract/questions/entities'
import { inOrder } from '@saathi/contract/questions/order'
import { uploadRuleOf } from '@saathi/contract/questions/upload-rules'
import type { QuizAnswer, QuizState } from '@saathi/contract/learning/quiz-calls'
import * as z from 'zod/mini'
import { removeStored, readStored, writeStored, type StorageKey } from '#core/storage.ts'
import { checkDraft, type Draft, type DraftValue } from '#questions/public.ts'
import type { QuizAddress } from './quiz-address.ts'

/** What was changed since the answers were last sent, and the key of the question that is shown. */
export type QuizDraft = { answers: Draft; at: string | undefined }

const Value = z.union([z.string(), z.number(), z.array(z.string())])
const Kept = z.object({
  /** Of which try: answers sent since from elsewhere are newer than what lies here. */
  attempts: z.int(),
  at: z.optional(z.string()),
  /** Null where an answer was taken back. */
  answers: z.record(z.string(), z.nullable(Value)),
})

/** What is written for one mentorship is not meant for another. */
const keyOf = ({ session, step, quiz }: QuizAddress, mentorship: number | undefined): StorageKey =>
  `saathi.quiz.${session}.${step}.${quiz}${mentorship === undefined ? '' : `.${mentorship}`}`
const addressOf = ({ session, step, quiz }: QuizState): QuizAddress => ({ session, step, quiz: quiz.id })

/** A secret has no place in a browser's storage, and a file does not fit into it. */
const mayBeKept = (question: Question): boolean => typeOf(question) !== 'Password' && !uploadRuleOf(typeOf(question))

export function keepDraft(state: QuizState, { answers, at }: QuizDraft, mentorship?: number): void {
  const kept: z.infer<typeof Kept>['answers'] = {}
  for (const question of state.quiz.questions) {
    if (!Object.hasOwn(answers, question.key) || !mayBeKept(question)) continue
    kept[question.key] = z.safeParse(Value, answers[question.key]).data ?? null
  }
  writeStored(keyOf(addressOf(state), mentorship), JSON.stringify({ attempts: state.attempts, at, answers: kept }))
}

export const forgetDraft = (address: QuizAddress, mentorship?: number): void => removeStored(keyOf(address, mentorship))

export function recallDraft(state: QuizState, mentorship?: number): QuizDraft {
  const kept = z.safeParse(Kept, readJson(readStored(keyOf(addressOf(state), mentorship)))).data
  if (!kept || kept.attempts !== state.attempts) return { answers: {}, at: undefined }
  const answers: Record<string, DraftValue> = {}
  for (const question of state.quiz.questions) {
    const { key } = question
    if (!Object.hasOwn(kept.answers, key) || !mayBeKept(question)) continue
    const value = kept.answers[key] ?? undefined
    if (stillFits(question, value)) answers[key] = value
  }
  return { answers, at: firstToSee(state, answers, kept.at) }
}

/** The programme may have changed since: an option that is gone, or another kind of question under the same key. */
function stillFits(question: Question, value: DraftValue): boolean {
  const problem = checkDraft(question, value)
  return problem !== 'questions.notAnOption' && problem !== 'questions.wrongKind'
}

/** Where one was, or the first before it whose answer could not be kept. */
function firstToSee(state: QuizState, answers: Draft, at: string | undefined): string | undefined {
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

/** What stands in the fields: the answers that were sent, under what was changed since. */
export function fieldsOf({ quiz, answers }: QuizState, changed: Draft): Draft {
  const sent = answers.flatMap((given) => {
    const question = quiz.questions.find(({ key }) => key === given.questionKey)
    return question ? [[question.key, sentValue(question, given)] as const] : []
  })
  return { ...Object.fromEntries(sent), ...changed }
}

/** Of a password only is known that it was given; a number stands in its field as it is typed. */
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
