import { QuizFile } from '../format/questionnaire.ts'
import type { Document } from '../problems.ts'
import { matching, type ReadableFolder } from './readable-folder.ts'
import { readStepMarkdown, type StepItem } from './step-markdown.ts'

/** A step's file in one language. */
export type StepText = { file: string; items: readonly StepItem[] }
/** By step key and language; the base language has an empty key. */
export type StepTexts = ReadonlyMap<string, ReadonlyMap<string, StepText>>
export type Quizzes = ReadonlyMap<string, Document<QuizFile>>

const stepFile = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.md$/
const quizFile = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.json$/

export async function readStepTexts(folder: ReadableFolder, session: string): Promise<StepTexts> {
  const steps = new Map<string, Map<string, StepText>>()
  for (const [file, match] of matching(folder, `${session}steps/`, stepFile)) {
    const { items, problems } = readStepMarkdown(await folder.readText(file))
    for (const problem of problems) folder.report({ file, ...problem })
    const languages = steps.get(match[1] ?? '') ?? new Map<string, StepText>()
    steps.set(match[1] ?? '', languages.set(match[2] ?? '', { file, items }))
  }
  return steps
}

export async function readQuizzes(folder: ReadableFolder, session: string): Promise<Quizzes> {
  const quizzes = new Map<string, Document<QuizFile>>()
  for (const [file, match] of matching(folder, `${session}quizzes/`, quizFile)) {
    const document = await folder.readDocument(file, QuizFile)
    if (document) quizzes.set(match[1] ?? '', document)
  }
  return quizzes
}
