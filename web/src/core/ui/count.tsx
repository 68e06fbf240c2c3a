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
  const isMore = typeof value === 'number' && value > max
  return (
    <span className={classNames(css.count, css[kind], className)}>
      {/* Drawn, and no text: who reads a name aloud has the whole number, which '9+' is no part of. */}
      {isMore ? <span aria-hidden="true" data-more={`${max}+`} /> : <span aria-hidden="true">{value}</span>}
      <span className="sr">{label}</span>
    </span>
  )
}
