import { type ReactNode, Children } from 'react'
import { classNames } from './class-names.ts'
import railCss from './rail.module.css'
import css from './section-head.module.css'

export type SectionHeadProps = {
  title: ReactNode
  /** For the section's aria-labelledby. */
  id?: string | undefined
  level?: 1 | 2 | 3 | undefined
  /** One link or button, such as "See all". */
  action?: ReactNode
  className?: string | undefined
}

export function SectionHead({ title, id, level = 2, action, className }: SectionHeadProps) {
  const Title = `h${level}` as const
  return (
    <div className={classNames(css.head, className)}>
      <Title id={id}>{title}</Title>
      {action}
    </div>
  )
}

type RailProps = {
  label: string
  children: ReactNode
  className?: string | undefined
}

/** A horizontally scrolling row. Its cards contain links, so Tab scrolls it. */
export function Rail({ label, children, className }: RailProps) {
  return (
    <ul className={classNames(railCss.rail, className)} aria-label={label}>
      {Children.map(children, (child) => child && <li className={railCss.item}>{child}</li>)}
    </ul>
  )
}
