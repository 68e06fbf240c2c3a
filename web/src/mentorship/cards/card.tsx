import type { Member, MentorshipCard as Session } from '@saathi/contract/mentorship/entities'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar, AvatarStack } from '#core/ui/avatar.tsx'
import { CutTitle, fromWithin, SessionFrame, titleOf } from '#learning/public.ts'
import { cardKey } from '../cache.ts'
import { sessionLinks } from '../session/links.ts'
import css from './faces.module.css'
import listCss from './list.module.css'
import { CardBookmark, CardProgress } from './progress.tsx'

const MAX_TITLE_LETTERS = 26
/** The common title length of this area. */
export const ShortTitle = ({ title }: { title: string }) => <CutTitle title={title} letters={MAX_TITLE_LETTERS} />

type MentorshipCardProps = { session: Session; partners: readonly Member[] }

function MentorshipCard({ session, partners }: MentorshipCardProps) {
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

const MAX_FACES = 3

type CardFacesProps = { session: Pick<Session, 'partnerCompletedSteps' | 'others'>; partners: readonly Member[] }

/** The others who have started this session: partners by face, fellow mentees as a number. */
function CardFaces({ session: { partnerCompletedSteps, others }, partners }: CardFacesProps) {
  const t = useText()
  const started = new Set(
    partnerCompletedSteps.flatMap(({ userId, partnerStatus }) => (partnerStatus === 'NOT_STARTED' ? [] : [userId])),
  )
  const faces = partners.filter(({ userId }) => started.has(userId))
  const more = Math.max(0, faces.length - MAX_FACES) + others.started
  if (faces.length === 0 && more === 0) return null
  const shown = faces.slice(0, MAX_FACES)
  const names = shown.map(({ userFullName }) => userFullName).join(', ')
  return (
    <AvatarStack
      size="xs"
      label={
        names === '' ? t('mentorship.card.startedOthers', { count: more }) : t('mentorship.card.started', { names, count: more })
      }
    >
      {shown.map(({ userId, userFullName, displayPicture }) => (
        <Avatar key={userId} size="xs" name={userFullName} picture={displayPicture} />
      ))}
      {more > 0 && (
        <span className={css.more} aria-hidden="true">
          +{more}
        </span>
      )}
    </AvatarStack>
  )
}

type CardListProps = { cards: readonly Session[]; partners: readonly Member[]; label: string }

export function CardList({ cards, partners, label }: CardListProps) {
  return (
    <ul className={listCss.list} aria-label={label}>
      {cards.map((card) => (
        <li key={cardKey(card)}>
          <MentorshipCard session={card} partners={partners} />
        </li>
      ))}
    </ul>
  )
}
