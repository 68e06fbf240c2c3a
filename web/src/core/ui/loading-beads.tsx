import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './loading-beads.module.css'

export type LoadingBeadsProps = {
  /** What is loading: "Your call will begin soon". */
  label: ReactNode
  labelHidden?: boolean | undefined
  className?: string | undefined
}

export function LoadingBeads({ label, labelHidden, className }: LoadingBeadsProps) {
  return (
    <div className={classNames(css.loading, className)} role="status">
      <span className={css.thread} aria-hidden="true">
        <i />
        <i />
      </span>
      <p className={labelHidden ? 'sr' : undefined}>{label}</p>
    </div>
  )
}
