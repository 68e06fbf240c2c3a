import { SESSIONS_TO_UNLOCK } from '@saathi/contract/accounts/unlock'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Thread } from '#core/ui/thread.tsx'
import { FailedSessions } from './failed-sessions.tsx'
import css from './internship-page.module.css'
import { sessionsQuery } from './queries.ts'
import { StatusSkeleton } from './status-skeleton.tsx'
import { completedCount } from './unlock.ts'

/** Whether internships are open; if not, the progress towards them. */
export function InternshipStatus({ isOpen }: { isOpen: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({ ...sessionsQuery('mine'), enabled: !isOpen })
  if (isOpen) return <Opened />
  if (data) return <Unlock completed={completedCount(data)} />
  if (!error) return <StatusSkeleton />
  return (
    <Card>
      <FailedSessions error={error} isFetching={isFetching} onRetry={() => void refetch()} small />
    </Card>
  )
}

function Opened() {
  const t = useText()
  return (
    <Card className={css.status} aria-labelledby="internship-status">
      <img src={unlockDrawing} alt="" width={190} height={142} />
      <h2 id="internship-status">{t('learning.status.internship.open')}</h2>
      <p className={css.text}>{t('learning.status.internship.openText')}</p>
    </Card>
  )
}

function Unlock({ completed }: { completed: number }) {
  const t = useText()
  const remaining = Math.max(0, SESSIONS_TO_UNLOCK - completed)
  const done = Math.min(completed, SESSIONS_TO_UNLOCK)
  const count = t('internship.progress', { completed: done, total: SESSIONS_TO_UNLOCK })
  const state = remaining === 0 ? 'done' : 'soon'
  return (
    <Card className={css.status} aria-labelledby="internship-status">
      <img src={unlockDrawing} alt="" width={190} height={142} />
      <h2 id="internship-status">{t(`learning.status.internship.${state}`)}</h2>
      <p className={css.text}>{t(`learning.status.internship.${state}Text`, { remaining })}</p>
      <p className={css.count}>{count}</p>
      <Thread value={(done / SESSIONS_TO_UNLOCK) * 100} label={t('learning.status.thread')} valueText={count} />
      {remaining > 0 && <ButtonLink render={<Link to="/learninghub" />}>{t('internship.hub')}</ButtonLink>}
    </Card>
  )
}
