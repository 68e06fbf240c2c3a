import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import type { IconShape } from '../icons.ts'
import { useControl } from './field.tsx'
import css from './input.module.css'

export type TextInputProps = ComponentProps<'input'> & {
  /** At the start, such as a magnifying glass. */
  icon?: IconShape | undefined
}

export function TextInput({ icon, className, type = 'text', ...rest }: TextInputProps) {
  const control = useControl(rest)
  return (
    <span className={css.wrap}>
      {icon && <Icon of={icon} className={css.start} />}
      <input {...rest} {...control} type={type} className={classNames(css.input, icon && css.withStart, className)} />
    </span>
  )
}

type TextAreaProps = ComponentProps<'textarea'>

export function TextArea({ className, rows = 3, ...rest }: TextAreaProps) {
  const control = useControl(rest)
  return <textarea {...rest} {...control} rows={rows} className={classNames(css.input, css.area, className)} />
}
