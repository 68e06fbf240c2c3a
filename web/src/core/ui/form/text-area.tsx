import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { useControl } from './field-context.ts'
import css from './input.module.css'

export type TextAreaProps = ComponentProps<'textarea'>

export function TextArea({ className, rows = 3, ...rest }: TextAreaProps) {
  const control = useControl(rest)
  return <textarea {...rest} {...control} rows={rows} className={classNames(css.input, css.area, className)} />
}
