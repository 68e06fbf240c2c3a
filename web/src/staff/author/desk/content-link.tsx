import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DraftRef } from '../queries.ts'

type ContentLinkProps = {
  content: DraftRef
  /** The tab and place that the editor opens. */
  search?: Readonly<Record<string, string>>
  children: ReactNode
}

/** Sessions have an editor of their own. */
export function ContentLink({ content: { kind, key }, search = {}, children }: ContentLinkProps) {
  return kind === 'session' ? (
    <Link to="/staff/content/session/$sessionKey" params={{ sessionKey: key }} search={search}>
      {children}
    </Link>
  ) : (
    <Link to="/staff/content/$kind/$contentKey" params={{ kind, contentKey: key }} search={search}>
      {children}
    </Link>
  )
}
