import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './empty.module.css'

export type EmptyProps = {
  /** URL of a drawing from #art. Decorative: the text says everything. */
  drawing?: string | undefined
  title: ReactNode
  text?: ReactNode
  /** At most one button or link. */
  action?: ReactNode
  level?: 1 | 2 | 3 | 4 | undefined
  /** For cards and columns: smaller drawing and text. */
  small?: boolean | undefined
  className?: string | undefined
}

export function Empty({ drawing, title, text, action, level = 2, small, className }: EmptyProps) {
  const Title = `h${level}` as const
  return (
    <div className={classNames(css.empty, small && css.small, className)}>
      {drawing && <img src={drawing} alt="" width={220} height={165} />}
      <Title className={css.title}>{title}</Title>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
