import { classNames } from './class-names.ts'
import css from './count.module.css'

export type CountProps = {
  value: number | '@'
  /** Count as text: "4 unread messages". */
  label: string
  max?: number | undefined
  /** 'mention' with a number: '@3'. */
  kind?: 'unread' | 'mention' | 'muted' | undefined
  className?: string | undefined
}

export function Count({ value, label, max = 99, kind = 'unread', className }: CountProps) {
  const isMore = typeof value === 'number' && value > max
  const at = kind === 'mention' && value !== '@' ? '@' : ''
  return (
    <span className={classNames(css.count, css[kind], className)}>
      {/* '9+' is drawn by CSS, so that it is not in the text content. Screen readers read the label. */}
      {isMore ? <span aria-hidden="true" data-more={`${at}${max}+`} /> : <span aria-hidden="true">{`${at}${value}`}</span>}
      <span className="sr">{label}</span>
    </span>
  )
}
