import type { Question } from '@saathi/contract/questions/entities'
import type { ReactNode } from 'react'
import type { UploadProblem } from '@saathi/contract/questions/upload-rules'
import type { DraftValue } from './draft.ts'

/** Props of every question control. Its name and problem come from FieldContext, or for a group from these props. */
export type ControlProps = {
  question: Question
  value: DraftValue
  onChange: (value: DraftValue) => void
  /** A file that was refused. */
  onRefuse: (problem: UploadProblem) => void
  /** The only question of its page: digit keys select wherever the focus is. */
  alone: boolean
  /** The question itself, for the legend of a group. */
  legend: ReactNode
  describedBy: string | undefined
  invalid: boolean
}

/** A stored number becomes typed text again; other values are not for a text field. */
export const textOf = (value: DraftValue): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
