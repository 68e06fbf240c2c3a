import type { Question } from '@saathi/contract/questions/entities'
import type { ReactNode } from 'react'
import type { UploadProblem } from '@saathi/contract/questions/upload-rules'
import type { DraftValue } from './draft.ts'

/** What every control of a question is given. Its name and its problem come by FieldContext, or for a group by these. */
export type ControlProps = {
  question: Question
  value: DraftValue
  onChange: (value: DraftValue) => void
  /** A file that was not taken. */
  onRefuse: (problem: UploadProblem) => void
  /** The only question of its page: digits choose wherever the focus is. */
  alone: boolean
  /** The question itself, for the legend of a group. */
  legend: ReactNode
  describedBy: string | undefined
  invalid: boolean
}

/** A number that was kept is typed text again; anything else is not for a line of text. */
export const textOf = (value: DraftValue): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
