import { Answer } from '@saathi/contract/questions/entities'
import type { Db } from '#core/ctx.ts'
import { findCriterionAnswers } from './answer-store.ts'

/** A person's answers by matching criterion; the newest answer counts. */
export async function findCriteria(db: Db, personId: number): Promise<Map<string, Answer>> {
  const answers = await findCriterionAnswers(db, personId)
  return new Map(answers.map(({ criterion, answer }) => [criterion, Answer.parse(answer)]))
}
