import type { Member, MentorshipCard as Session } from '@saathi/contract/mentorship/entities'
import { CutTitle, fromWithin, SessionFrame, titleOf } from '#learning/public.ts'
import { Link } from '@tanstack/react-router'
import { useProfile } from '#core/profile.ts'
import { CardBookmark } from './cards-bookmark.tsx'
import { CardFaces } from './cards-faces.tsx'
import { CardProgress } from './cards-progress.tsx'
import { sessionLinks } from './session-links.ts'

const MAX_TITLE_LETTERS = 26
/** The common title length of this area. */
export const ShortTitle = ({ title }: { title: string }) => <CutTitle title={title} letters={MAX_TITLE_LETTERS} />

type MentorshipCardProps = { session: Session; partners: readonly Member[] }

export function MentorshipCard({ session, partners }: MentorshipCardProps) {
  const { curriculum } = useProfile().status.experiences
  // While the area is locked nothing can be changed, even if the mentorship is ongoing.
  const isOpen = session.isOpen && curriculum === 'use'
  const title = titleOf(session)
  return (
    <SessionFrame
      session={session}
      bookmark={isOpen && <CardBookmark session={session.id} title={title} isBookmarked={session.isBookmarked} />}
      link={
        <Link {...sessionLinks(session.mentorship).toIntro(session.id)} state={fromWithin}>
          <ShortTitle title={title} />
        </Link>
      }
    >
      <CardProgress session={session} title={title} isOpen={isOpen}>
        <CardFaces session={session} partners={partners} />
      </CardProgress>
    </SessionFrame>
  )
}
