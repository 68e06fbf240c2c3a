import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useControl } from './field.tsx'
import { Icon } from '../icon.tsx'
import { down } from '../basic-icons.ts'
import type { IconShape } from '../icons.ts'
import css from './input.module.css'

export type SelectProps = ComponentProps<'select'> & {
  icon?: IconShape | undefined
  /** `quiet` has no border and is as wide as its text: the language picker. */
  kind?: 'field' | 'quiet' | undefined
}

/** The native picker: best on a small screen, and needs no script. */
export function Select({ icon, kind = 'field', className, children, ...rest }: SelectProps) {
  const control = useControl(rest)
  return (
    <span className={classNames(css.wrap, kind === 'quiet' && css.quiet)}>
      {icon && <Icon of={icon} className={css.start} />}
      <select {...rest} {...control} className={classNames(css.input, css.select, icon && css.withStart, className)}>
        {children}
      </select>
      <Icon of={down} size={16} className={css.chevron} />
    </span>
  )
}
