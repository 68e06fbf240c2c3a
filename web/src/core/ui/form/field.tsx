import { useId, type ReactNode, createContext, use } from 'react'
import { alert } from '../basic-icons.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import css from './field.module.css'

export type FieldProps = {
  label: ReactNode
  /** Keeps the label for screen readers. */
  labelHidden?: boolean | undefined
  help?: ReactNode
  /** Replaces the help text, with an icon, and is announced when it appears. */
  error?: ReactNode
  required?: boolean | undefined
  /** At the end of the label row, such as "Forgot password?". */
  aside?: ReactNode
  /** Id of the control, if something outside must refer to it. */
  id?: string | undefined
  className?: string | undefined
  /** One control of the kit: TextInput, PasswordInput, TextArea, Select. */
  children: ReactNode
}

export function Field(props: FieldProps) {
  const { label, labelHidden, help, error, required = false, aside, id, className, children } = props
  const generatedId = useId()
  const controlId = id ?? generatedId
  const noteId = `${controlId}-note`
  const describedBy = error || help ? noteId : undefined
  return (
    <div className={classNames(css.field, Boolean(aside) && css.withAside, className)}>
      <label htmlFor={controlId} className={labelHidden ? 'sr' : css.label}>
        {label}
      </label>
      <FieldContext value={{ id: controlId, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {/* After the control in the tab order, because most people skip it. */}
      {aside && <div className={css.aside}>{aside}</div>}
      {error ? (
        <p className={css.error} id={noteId} role="alert">
          <Icon of={alert} size={16} />
          <span>{error}</span>
        </p>
      ) : (
        help && (
          <p className={css.help} id={noteId}>
            {help}
          </p>
        )
      )}
    </div>
  )
}

/** Attributes a Field passes to the control inside it. */
type FieldParts = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

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
