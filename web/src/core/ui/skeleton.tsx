import type { CSSProperties, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './skeleton.module.css'

export type SkeletonProps = {
  shape?: 'line' | 'block' | 'circle' | 'picture' | undefined
  width?: CSSProperties['inlineSize'] | undefined
  height?: CSSProperties['blockSize'] | undefined
  className?: string | undefined
}

/** Has the exact shape of the content. Appears only after 150 ms, so that quick replies do not flicker. */
export function Skeleton({ shape = 'line', width, height, className }: SkeletonProps) {
  return (
    <span
      className={classNames(css.skeleton, css[shape], className)}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  )
}

export type SkeletonGroupProps = {
  /** Says what is loading. */
  label: string
  className?: string | undefined
  children: ReactNode
}

export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    <div className={className} role="status" aria-busy="true">
      <span className="sr">{label}</span>
      {children}
    </div>
  )
}
