import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useControl } from './field-context.ts'
import { Icon } from '../icon.tsx'
import type { IconShape } from '../icons.ts'
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
