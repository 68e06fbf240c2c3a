import { Children } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './rail.module.css'

export type RailProps = {
  label: string
  children: ReactNode
  className?: string | undefined
}

/** A horizontally scrolling row. Its cards contain links, so Tab scrolls it. */
export function Rail({ label, children, className }: RailProps) {
  return (
    <ul className={classNames(css.rail, className)} aria-label={label}>
      {Children.map(children, (child) => child && <li className={css.item}>{child}</li>)}
    </ul>
  )
}
