import { useId } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { DeadlinesList, HomeFailed } from '#mentorship/public.ts'
import css from './deadlines.module.css'
import type { useSessions } from './use-sessions.ts'

type DeadlinesProps = { sessions: ReturnType<typeof useSessions>; mentorship: number; now: Date }

/** The deadlines of all sessions, earliest first, for any selected day. */
export function Deadlines({ sessions: { due, failed }, mentorship, now }: DeadlinesProps) {
  const t = useText()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={css.deadlines}>
      <h3 id={titleId}>{t('calendar.deadlines')}</h3>
      {due ? (
        due.length === 0 ? (
          <p className={css.none}>{t('mentorship.deadlines.none')}</p>
        ) : (
          <DeadlinesList label={t('calendar.deadlines')} due={due} mentorship={mentorship} now={now} />
        )
      ) : failed ? (
        <HomeFailed small level={4} title={t('mentorship.deadlines.failed')} asked={failed} />
      ) : (
        <SkeletonGroup label={t('mentorship.deadlines.loading')}>
          <Skeleton height="44px" />
        </SkeletonGroup>
      )}
    </section>
  )
}
