import type { ReactNode } from 'react'
import css from './skip-link.module.css'

export type SkipLinkProps = {
  /** Id of the main content. */
  target?: string | undefined
  children: ReactNode
}

export function SkipLink({ target = 'main', children }: SkipLinkProps) {
  return (
    <a className={css.skip} href={`#${target}`}>
      {children}
    </a>
  )
}
