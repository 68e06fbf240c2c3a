import { Answer, type Question } from '@saathi/contract/questions/entities'
import { scaleOptions } from '@saathi/contract/questions/scale'
import type { StoredSurveyQuestion } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { type AnswerRow, findCriterionAnswers } from './answer-store.ts'
import { questionsOf, storedQuestionsOf } from './stages.ts'
import type { StageRow } from './store.ts'

/** An answer with its question, as shown and as stored with its readiness area and tags. */
export type AnsweredQuestion = { question: Question; feeds: StoredSurveyQuestion; answer: Answer }

/** Question keys are unique only within a stage, so answers are paired stage by stage. */
export function pairAnswers(stages: readonly StageRow[], rows: readonly AnswerRow[]): AnsweredQuestion[] {
  return stages.flatMap((stage) => {
    const own = new Map(rows.flatMap((row) => (row.stageId === stage.id ? [[row.questionKey, row.answer]] : [])))
    const questions = new Map(questionsOf(stage).map((question) => [question.key, question]))
    return storedQuestionsOf(stage).flatMap((feeds) => {
      const [question, answer] = [questions.get(feeds.key), own.get(feeds.key)]
      return question && answer !== undefined ? [{ question, feeds, answer }] : []
    })
  })
}

/** From 0 at the lowest step of the question's scale to 1 at the highest, in either display direction. */
function shareOf(question: Question, answer: Answer): number | undefined {
  const steps = (scaleOptions(question) ?? []).map(({ option }) => option)
  const [lowest, highest] = [Math.min(...steps), Math.max(...steps)]
  if (typeof answer !== 'number' || highest <= lowest) return undefined
  // If the scale was shortened after the answer, the score must stay within its range.
  return Math.min(1, Math.max(0, (answer - lowest) / (highest - lowest)))
}

/** Score per area, from 0 to 100; every question has the same weight. */
export function scoresOf(answered: readonly AnsweredQuestion[]): Map<string, number> {
  const shares = new Map<string, number[]>()
  for (const { question, feeds, answer } of answered) {
    const share = feeds.readiness === null ? undefined : shareOf(question, answer)
    if (feeds.readiness !== null && share !== undefined)
      shares.set(feeds.readiness, [...(shares.get(feeds.readiness) ?? []), share])
  }
  return new Map([...shares].map(([area, own]) => [area, Math.round(100 * average(own))]))
}

export const average = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** The distinct tags of the chosen options. */
export function preferredTagsOf(answered: readonly AnsweredQuestion[]): string[] {
  const tags = answered.flatMap(({ feeds, answer }) => {
    const chosen = Array.isArray(answer) ? answer : [answer]
    return feeds.answerOptions.flatMap(({ key, tag }) => (tag !== null && chosen.includes(key) ? [tag] : []))
  })
  return [...new Set(tags)]
}

/** A person's answers by matching criterion; the newest answer counts. */
export async function findCriteria(db: Db, personId: number): Promise<Map<string, Answer>> {
  const answers = await findCriterionAnswers(db, personId)
  return new Map(answers.map(({ criterion, answer }) => [criterion, Answer.parse(answer)]))
}
