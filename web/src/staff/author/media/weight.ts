import type { DraftBody, StepPart } from '@saathi/contract/content/drafts'
import { quizIn } from '../parts.ts'

type Sizes = ReadonlyMap<string, number>
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Download size of a step: its pictures once each, its texts, and its quizzes. Recordings load only when played. */
export function weightOf({ blocks }: StepPart, bodies: ReadonlyMap<string, DraftBody>, sizes: Sizes): number {
  const pictures = new Set(blocks.flatMap(({ contentType, image }) => (contentType === 'IMAGE' ? (image ?? []) : [])))
  const words = blocks.reduce((sum, { text, quiz }) => sum + bytesOf(text) + (quiz ? bytesOf(quizIn(bodies, quiz)) : 0), 0)
  return [...pictures].reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), words)
}
