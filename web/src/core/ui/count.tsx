import { classNames } from './class-names.ts'
import css from './count.module.css'

export type CountProps = {
  value: number | '@'
  /** What is counted, in words: "4 unread messages". */
  label: string
  max?: number | undefined
  kind?: 'unread' | 'mention' | undefined
  className?: string | undefined
}

export function Count({ value, label, max = 99, kind = 'unread', className }: CountProps) {
  const shown = typeof value === 'number' && value > max ? `${max}+` : value
  return (
    <span className={classNames(css.count, css[kind], className)}>
      <span aria-hidden="true">{shown}</span>
      <span className="sr">{label}</span>
    </span>
  )
}
