import { createContext, use, useId } from 'react'
import { classNames } from './class-names.ts'

/** What a Field tells the control inside it. */
export type FieldParts = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

export const FieldContext = createContext<FieldParts | null>(null)

type Given = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** A control's own attributes go before the field's. */
export function useControl(given: Given) {
  const field = use(FieldContext)
  const ownId = useId()
  return {
    id: given.id ?? field?.id ?? ownId,
    'aria-describedby': classNames(field?.describedBy, given['aria-describedby']) || undefined,
    'aria-invalid': given['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': given['aria-required'] ?? (field?.required || undefined),
  }
}
