import { Link } from '@tanstack/react-router'
import { TodayCard } from '#accounts/public.tsx'
import { retryHomeSlots, useHomeSlot } from '#core/slots.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './matching.module.css'

/** A match is being looked for: the matching domain provides the content. */
function HomeMatching() {
  const t = useText()
  const { Part, isLost, isLoading } = useHomeSlot('matching')
  if (Part) return <Part />
  if (isLost) {
    return (
      <Failed
        level={1}
        title={t('mentorship.matching.failed')}
        text={t('mentorship.matching.lost')}
        retryLabel={t('action.retry')}
        retryingLabel={t('action.retrying')}
        retrying={isLoading}
        onRetry={retryHomeSlots}
      />
    )
  }
  return (
    <SkeletonGroup label={t('mentorship.matching.loading')} className={css.loading}>
      <h1 className="sr">{t('mentorship.title')}</h1>
      <Skeleton shape="block" width="220px" height="165px" />
      <Skeleton width="min(260px, 80%)" height="26px" />
      <Skeleton width="min(340px, 90%)" height="18px" />
    </SkeletonGroup>
  )
}

/** The page itself shows the state of the search; any other next step is above it. */
export function HomeSearching() {
  return (
    <>
      <div className={css.above}>
        <TodayCard leavesOut={({ kind }) => ['looking', 'checks', 'asked', 'group', 'offer'].includes(kind)} />
      </div>
      <HomeMatching />
    </>
  )
}

/** Matching for people who already have a mentorship, with a back link. */
export function MatchingAside() {
  const t = useText()
  return (
    <>
      <div className={css.back}>
        <ButtonLink kind="quiet" size="sm" render={<Link to="/mentorship" />}>
          <Icon of={back} size={18} />
          {t('mentorship.profile.back')}
        </ButtonLink>
      </div>
      <HomeMatching />
    </>
  )
}

export function HomeMatchingNote() {
  const { matchingStatus } = useProfile().status.matching
  return matchingStatus === null ? null : <MatchingNote />
}

/** Optional: if its script fails to load, nothing is shown. */
function MatchingNote() {
  const { Part } = useHomeSlot('matchingNote')
  return Part && <Part />
}
