import { progressPercent } from '@saathi/contract/learning/progress'
import type { Mentorship, MentorshipCard as Session } from '@saathi/contract/mentorship/entities'
import { CutTitle, fromWithin, SessionFrame, titleOf } from '#learning/face.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { Thread } from '#core/ui/thread.tsx'
import { CardBookmark } from './cards-bookmark.tsx'
import css from './cards-card.module.css'
import { CardFaces } from './cards-faces.tsx'
import { CardStatus } from './cards-status.tsx'
import { walkLinks } from './walk-links.ts'

const MAX_TITLE_LETTERS = 26
/** As all of this area shows it. */
export const ShortTitle = ({ title }: { title: string }) => <CutTitle title={title} letters={MAX_TITLE_LETTERS} />

type MentorshipCardProps = { session: Session; mentorship: Mentorship }

export function MentorshipCard({ session, mentorship }: MentorshipCardProps) {
  const t = useText()
  const title = titleOf(session)
  const percent = progressPercent(session)
  return (
    <SessionFrame
      session={session}
      bookmark={session.isOpen && <CardBookmark session={session.id} title={title} isBookmarked={session.isBookmarked} />}
      link={
        <Link {...walkLinks(mentorship.id).toIntro(session.id)} state={fromWithin}>
          <ShortTitle title={title} />
        </Link>
      }
    >
      <div className={css.foot}>
        <div className={css.state}>
          {session.isOpen && <CardStatus session={session} />}
          <CardFaces session={session} partners={mentorship.partners} />
        </div>
        <Thread
          slim
          value={percent}
          label={t('mentorship.card.progress', { title })}
          valueText={`${percent}%`}
          plain={percent === 0}
        />
      </div>
    </SessionFrame>
  )
}
