import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FieldContext } from './field-context.ts'
import css from './field.module.css'
import { Icon } from './icon.tsx'
import { alert } from './basic-icons.ts'

export type FieldProps = {
  label: ReactNode
  /** Keeps the label for those who hear the page. */
  labelHidden?: boolean | undefined
  help?: ReactNode
  /** Takes the help's place, with an icon, and is read out when it appears. */
  error?: ReactNode
  required?: boolean | undefined
  /** At the end of the label's line, such as "Forgot password?". */
  aside?: ReactNode
  /** Id for the control, where something outside must point to it. */
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
