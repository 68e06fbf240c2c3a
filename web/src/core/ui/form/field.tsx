import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldContext } from './field-context.ts'
import css from './field.module.css'
import { Icon } from '../icon.tsx'
import { alert } from '../basic-icons.ts'

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
  const made = useId()
  const controlId = id ?? made
  const noteId = `${controlId}-note`
  const describedBy = error || help ? noteId : undefined
  return (
    <div className={classNames(css.field, className)}>
      <div className={labelHidden && !aside ? 'sr' : css.head}>
        <label htmlFor={controlId} className={labelHidden ? 'sr' : css.label}>
          {label}
        </label>
        {aside}
      </div>
      <FieldContext value={{ id: controlId, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
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
