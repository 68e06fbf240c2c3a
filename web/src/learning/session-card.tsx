import type { SessionCard as Session } from '@saathi/contract/learning/entities'
import { Link } from '@tanstack/react-router'
import { BookmarkButton } from './bookmark-button.tsx'
import { CutTitle } from './cut-title.tsx'
import { fromWithin, introLink } from './session-address.ts'
import { SessionFrame } from './session-frame.tsx'
import { SessionProgress } from './session-progress.tsx'

const MAX_TITLE_LETTERS = 32

export const titleOf = (session: Session) => session.localeTitle || session.title

type SessionCardProps = {
  session: Session
  /** Heading level: one below the section's heading. */
  level?: 2 | 3
}

export function SessionCard({ session, level = 3 }: SessionCardProps) {
  const title = titleOf(session)
  return (
    <SessionFrame
      session={session}
      level={level}
      bookmark={<BookmarkButton session={session.id} title={title} isBookmarked={session.isBookmarked} />}
      link={
        <Link {...introLink(session.id)} state={fromWithin}>
          <CutTitle title={title} letters={MAX_TITLE_LETTERS} />
        </Link>
      }
    >
      <SessionProgress session={session} title={title} />
    </SessionFrame>
  )
}
