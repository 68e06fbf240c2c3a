import type { ComponentProps, ReactNode } from 'react'
import css from './checkbox.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { check } from '../icons.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** Label; the whole row can be tapped. */
  children: ReactNode
}

export function Checkbox({ className, children, ...rest }: CheckboxProps) {
  return (
    <label className={classNames(css.row, className)}>
      <input {...rest} type="checkbox" />
      <span className={css.box} aria-hidden="true">
        <Icon of={check} size={16} />
      </span>
      <span className={css.words}>{children}</span>
    </label>
  )
}
