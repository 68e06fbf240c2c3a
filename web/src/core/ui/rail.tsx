import { Children } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './rail.module.css'

export type RailProps = {
  label: string
  children: ReactNode
  className?: string | undefined
}

/** A row that scrolls sideways. Its cards hold links: through them Tab and the arrow keys move it. */
export function Rail({ label, children, className }: RailProps) {
  return (
    <ul className={classNames(css.rail, className)} aria-label={label}>
      {Children.map(children, (child) => child && <li className={css.item}>{child}</li>)}
    </ul>
  )
}
