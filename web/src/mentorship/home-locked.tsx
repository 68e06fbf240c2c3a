import { SESSIONS_TO_UNLOCK } from '@saathi/contract/accounts/unlock'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TodayCard } from '#accounts/public.tsx'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { Thread } from '#core/ui/thread.tsx'
import { EndedSessions } from './fallback-ended.tsx'
import { HomeFailed } from './home-failed.tsx'
import css from './home-locked.module.css'
import { hubDoneQuery } from './queries.ts'
import { PathToPartner } from './path-to-partner.tsx'

/** The locked area: the progress towards unlocking it. */
export function LockedHome() {
  const t = useText()
  return (
    <div className={css.page}>
      <h1>{t('mentorship.title')}</h1>
      <TodayCard />
      <Card className={css.card} aria-labelledby="mentorship-locked">
        <img src={unlockDrawing} alt="" width={190} height={142} />
        <UnlockProgress />
      </Card>
      <PathToPartner />
      <EndedSessions />
    </div>
  )
}

function UnlockProgress() {
  const t = useText()
  const hub = useQuery(hubDoneQuery)
  const done = Math.min(hub.data ?? 0, SESSIONS_TO_UNLOCK)
  const remaining = SESSIONS_TO_UNLOCK - done
  const count = t('mentorship.locked.count', { completed: done, total: SESSIONS_TO_UNLOCK })
  const isDone = hub.data !== undefined && remaining === 0
  return (
    <div className={css.words}>
      <h2 id="mentorship-locked">{t(isDone ? 'mentorship.locked.done' : 'mentorship.locked.soon')}</h2>
      {hub.data !== undefined ? (
        <>
          <p className={css.text}>{isDone ? t('mentorship.locked.doneText') : t('mentorship.locked.soonText', { remaining })}</p>
          <p className={css.count}>{count}</p>
          <Thread value={(done / SESSIONS_TO_UNLOCK) * 100} label={t('mentorship.locked.thread')} valueText={count} />
        </>
      ) : hub.error ? (
        <HomeFailed small level={3} title={t('mentorship.locked.failed')} asked={hub} />
      ) : (
        <SkeletonGroup label={t('mentorship.loading')} className={css.words}>
          <Skeleton width="80%" height="20px" />
          <Skeleton height="8px" />
        </SkeletonGroup>
      )}
      <div>
        <ButtonLink kind="primary" render={<Link to="/learninghub" />}>
          {t('mentorship.locked.hub')}
        </ButtonLink>
      </div>
    </div>
  )
}
