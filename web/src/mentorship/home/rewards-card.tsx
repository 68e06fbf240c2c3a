import type { Badge as EarnedBadge, MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { Badge } from '#core/ui/progress/badge.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { flame } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { streakWords, tiers } from '../rewards.ts'
import { HomeFailed } from './failed.tsx'
import { useNow } from '#core/use-now.ts'
import { progressQuery } from '../queries.ts'
import css from './rewards-card.module.css'

export function RewardsCard({ mentorship }: { mentorship: number }) {
  const t = useText()
  const { data } = useQuery(progressQuery(mentorship))
  return (
    <Card className={css.card} aria-labelledby="mentorship-rewards">
      <div className={css.head}>
        <h2 id="mentorship-rewards">{t('mentorship.rewards')}</h2>
        {data && <Streak progress={data} />}
      </div>
      <Rewards mentorship={mentorship} />
    </Card>
  )
}

function Streak({ progress }: { progress: MentorshipProgress }) {
  const t = useText()
  const { isMaintained, title } = streakWords(progress, useNow(), t)
  return (
    <Chip tone={isMaintained ? 'warn' : 'plain'} icon={flame}>
      {title}
    </Chip>
  )
}

function Rewards({ mentorship }: { mentorship: number }) {
  const t = useText()
  const now = useNow()
  const progress = useQuery(progressQuery(mentorship))
  if (progress.data) {
    const { badges } = progress.data
    return (
      <>
        <p className={css.text}>{streakWords(progress.data, now, t).text}</p>
        {badges.length === 0 ? <p className={css.text}>{t('mentorship.badges.none')}</p> : <Badges badges={badges} />}
      </>
    )
  }
  if (progress.error) return <HomeFailed small level={3} title={t('mentorship.rewards.failed')} query={progress} />
  return (
    <SkeletonGroup label={t('mentorship.rewards.loading')} className={css.badges}>
      {Array.from({ length: 3 }, (_, place) => (
        <Skeleton key={place} shape="block" height="92px" />
      ))}
    </SkeletonGroup>
  )
}

function Badges({ badges }: { badges: readonly EarnedBadge[] }) {
  const t = useText()
  return (
    <ul className={css.badges} aria-label={t('mentorship.badges')}>
      {badges.map(({ sessionId, badgeType, sessionTitle, localeSessionTitle }) => (
        <li key={sessionId}>
          <Badge
            size={58}
            tier={tiers[badgeType]}
            label={t(`mentorship.badge.${badgeType}`)}
            title={localeSessionTitle || sessionTitle}
          />
        </li>
      ))}
    </ul>
  )
}
