import type { DraftBody, DraftProblem, DraftQuestion, QuizPart, SessionPart, StepPart } from '@saathi/contract/content/drafts'
import type { Editor, EditorState } from './editor-store.ts'

/** Props of every tab of the editor. */
export type WriterParts = { editor: Editor; state: EditorState; isFixed: boolean }
export type EditorParts = WriterParts & { session: SessionPart; stepKey: string }
type Bodies = ReadonlyMap<string, DraftBody>

export const emptyStep: StepPart = { kind: 'step', blocks: [] }
const emptyQuiz: QuizPart = { kind: 'quiz', helpText: '', questions: [] }

export function sessionIn(bodies: Bodies): SessionPart {
  const body = bodies.get('session')
  if (body?.kind !== 'session') throw new Error('the draft has no part "session"')
  return body
}

export function stepIn(bodies: Bodies, key: string): StepPart {
  const body = bodies.get(`step:${key}`)
  return body?.kind === 'step' ? body : emptyStep
}

export function quizIn(bodies: Bodies, key: string): QuizPart {
  const body = bodies.get(`quiz:${key}`)
  return body?.kind === 'quiz' ? body : emptyQuiz
}

/** The checker's message about a field, or about the item itself. */
export const problemAt = (problems: readonly DraftProblem[], part: string, path: string): string | undefined =>
  problems.find((problem) => problem.part === part && problem.path === path)?.text

/** Problems of the part itself, without those of its fields. */
export const problemsIn = (problems: readonly DraftProblem[], part: string): DraftProblem[] =>
  problems.filter((problem) => problem.part === part)

/** Moves an item by one place. */
export function moved<Item>(items: readonly Item[], at: number, by: -1 | 1): Item[] {
  const to = at + by
  const item = items[at]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  const others = items.filter((_, place) => place !== at)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

export const replaced = <Item>(items: readonly Item[], at: number, item: Item): Item[] =>
  items.map((each, place) => (place === at ? item : each))

export const without = <Item>(items: readonly Item[], at: number): Item[] => items.filter((_, place) => place !== at)

export const newQuestion = (key: string): DraftQuestion => ({
  key,
  questionType: 'SingleChoiceRadio',
  mandatory: true,
  disabled: false,
  title: '',
  label: '',
  helpText: '',
  autocomplete: null,
  answerOptions: [
    { key: 'a', label: '', helpText: '', isCorrect: false },
    { key: 'b', label: '', helpText: '', isCorrect: false },
  ],
  scale: null,
})
