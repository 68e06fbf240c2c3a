import * as z from 'zod/mini'
import { readAllStored, type StorageKey } from './storage.ts'
import { registerUnsent } from './unsaved.ts'

/** Where the questionnaires of all domains store unsent answers. */
const prefixes: readonly StorageKey[] = ['saathi.quiz.', 'saathi.survey.']
const StoredAnswers = z.object({ answers: z.record(z.string(), z.unknown()) })

/** Cleared and empty answers do not count. */
export function isFilled(answer: unknown): boolean {
  if (typeof answer === 'string') return answer.trim() !== ''
  return Array.isArray(answer) ? answer.length > 0 : answer !== undefined && answer !== null
}

/** Works without the questions domain, which would otherwise be loaded on every page. */
function hasAnswers(stored: string): boolean {
  try {
    const { answers } = StoredAnswers.parse(JSON.parse(stored))
    return Object.values(answers).some(isFilled)
  } catch {
    return false
  }
}

registerUnsent(() => prefixes.flatMap(readAllStored).some(hasAnswers))
