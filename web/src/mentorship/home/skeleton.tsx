import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { CardSkeletons } from '../cards/skeleton.tsx'
import css from './active.module.css'
import { PartnerSkeleton } from '../partner/skeleton.tsx'

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
