import * as z from 'zod/mini'
import { readAllStored } from '#core/storage.ts'
import { registerUnsent } from '#core/unsaved.ts'

const Answered = z.object({ answers: z.record(z.string(), z.unknown()) })

/** One that was emptied or taken back is none. */
export function isGiven(answer: unknown): boolean {
  if (typeof answer === 'string') return answer.trim() !== ''
  return Array.isArray(answer) ? answer.length > 0 : answer !== undefined && answer !== null
}

/** Read without the questions, which would come along to every page. */
function hasAnswers(kept: string): boolean {
  try {
    const { answers } = Answered.parse(JSON.parse(kept))
    return Object.values(answers).some(isGiven)
  } catch {
    return false
  }
}

registerUnsent(() => readAllStored('saathi.quiz.').some(hasAnswers))
