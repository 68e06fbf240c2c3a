import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './active.module.css'
import { PartnerSkeleton } from '../partner/skeleton.tsx'
import { SessionSkeleton } from '#learning/public.ts'
import list from '../cards/list.module.css'

/** Shown until the mentorships are loaded. */
export function HomeSkeleton() {
  const t = useText()
  return (
    <div className={css.page}>
      <h1 className="sr">{t('mentorship.title')}</h1>
      <SkeletonGroup label={t('mentorship.loading')} className={css.main}>
        <PartnerSkeleton />
        <CardSkeletons />
      </SkeletonGroup>
      <div className={css.side} aria-hidden="true">
        <Card>
          <Skeleton shape="block" height="300px" />
        </Card>
      </div>
    </div>
  )
}

/** Skeletons of session cards. */
export function CardSkeletons() {
  return (
    <div className={list.list} aria-hidden="true">
      {Array.from({ length: 3 }, (_, place) => (
        <SessionSkeleton key={place} />
      ))}
    </div>
  )
}
