import { ApiError } from '#core/api-error.ts'
import type { StageQuestion } from '@saathi/contract/surveys/entities'
import { checkDraft, type Draft, type Problem, serverProblem } from '#questions/public.ts'

/** What is wrong, by the key of the question. */
export type Problems = Readonly<Record<string, Problem>>

/** The questions whose answers the server did not take; nothing where it said none that is shown. */
export function rejectedOf(error: Error, questions: readonly StageQuestion[], fields: Draft): Problems {
  if (!(error instanceof ApiError) || error.code !== 'surveys.answers_rejected') return {}
  const { errors = {} } = error
  const rejected: Record<string, Problem> = {}
  for (const question of questions) {
    const { key } = question
    if (!Object.hasOwn(errors, key)) continue
    const [said = ''] = errors[key] ?? []
    // Given elsewhere meanwhile: its question goes away as soon as that is read.
    if (said === 'questions.alreadyAnswered') continue
    rejected[key] = serverProblem(said, question, fields[key])
  }
  return rejected
}

export function problemsOf(questions: readonly StageQuestion[], fields: Draft): Problems {
  const found: Record<string, Problem> = {}
  for (const question of questions) {
    const problem = checkDraft(question, fields[question.key])
    if (problem) found[question.key] = problem
  }
  return found
}
