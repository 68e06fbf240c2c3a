import { Answer } from '@saathi/contract/questions/entities'
import type { Db } from '#core/ctx.ts'
import { findCriterionAnswers } from './answer-store.ts'

/** What someone has said of themselves, by the names under which matching reads it; the newest word counts. */
export async function findCriteria(db: Db, personId: number): Promise<Map<string, Answer>> {
  const answers = await findCriterionAnswers(db, personId)
  return new Map(answers.map(({ criterion, answer }) => [criterion, Answer.parse(answer)]))
}
