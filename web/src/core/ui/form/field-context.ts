import { createContext, use, useId } from 'react'
import { classNames } from '../class-names.ts'

/** Attributes a Field passes to the control inside it. */
export type FieldParts = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

export const FieldContext = createContext<FieldParts | null>(null)

type ControlAttributes = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: boolean | 'true' | 'false' | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** A control's own attributes override the field's. */
export function useControl(attributes: ControlAttributes) {
  const field = use(FieldContext)
  const ownId = useId()
  return {
    id: attributes.id ?? field?.id ?? ownId,
    'aria-describedby': classNames(field?.describedBy, attributes['aria-describedby']) || undefined,
    'aria-invalid': attributes['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': attributes['aria-required'] ?? (field?.required || undefined),
  }
}
