import { ApiError } from '#core/api-error.ts'
import type { StageQuestion } from '@saathi/contract/surveys/entities'
import { checkDraft, type Draft, type Problem, serverProblem } from '#questions/public.ts'

/** Problems by question key. */
export type Problems = Readonly<Record<string, Problem>>

/** The questions whose answers the server rejected; empty if it named none that is shown. */
export function rejectedOf(error: Error, questions: readonly StageQuestion[], fields: Draft): Problems {
  if (!(error instanceof ApiError) || error.code !== 'surveys.answers_rejected') return {}
  const { errors = {} } = error
  const rejected: Record<string, Problem> = {}
  for (const question of questions) {
    const { key } = question
    if (!Object.hasOwn(errors, key)) continue
    const [code = ''] = errors[key] ?? []
    // Answered elsewhere in the meantime: the question disappears with the refetch.
    if (code === 'questions.alreadyAnswered') continue
    rejected[key] = serverProblem(code, question, fields[key])
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
