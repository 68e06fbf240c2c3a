import type { Member, MentorshipCard as Session } from '@saathi/contract/mentorship/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Avatar, AvatarStack } from '#core/ui/avatar.tsx'
import css from './cards-faces.module.css'

const MAX_FACES = 3

type CardFacesProps = { session: Pick<Session, 'partnerCompletedSteps' | 'others'>; partners: readonly Member[] }

/** The others who have started this session: partners by face, fellow mentees as a number. */
export function CardFaces({ session: { partnerCompletedSteps, others }, partners }: CardFacesProps) {
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
