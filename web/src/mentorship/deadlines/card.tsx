import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './card.module.css'
import { monthName, deadlinesOf } from './days.ts'
import { type Upcoming, upcomingDeadlines, UpcomingList } from './list.tsx'
import { DeadlinesMonth, type PlannedOn } from './month.tsx'
import { HomeFailed } from '../home/failed.tsx'
import { useNow } from '#core/use-now.ts'
import { cardsQuery } from '../queries.ts'

const MAX_NEXT = 4

/** Calendar content shown in this card. */
type DaysExtra = {
  /** Next to the month name. */
  action: ReactNode
  plannedOn: PlannedOn
  /** The next events, merged with the deadlines by time. */
  next: readonly Upcoming[]
  /** Between month and list: the reason why events are missing. */
  trouble: ReactNode
  /** At the end of the card. */
  footer: ReactNode
  /** The reader's time zone is not India's, so the zone is shown visibly. */
  isAbroad: boolean
}
type DeadlinesCardProps = {
  mentorship: number
  /** False for pair managers, who have no sessions and no deadlines. */
  hasSessions?: boolean
  extra?: DaysExtra
}

/** The month with the due dates, and a list of the next ones. */
export function DeadlinesCard({ mentorship, hasSessions = true, extra }: DeadlinesCardProps) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  return (
    <Card className={css.card} aria-labelledby="mentorship-month">
      <div className={css.head}>
        <h2 id="mentorship-month">{monthName(now, language)}</h2>
        {extra?.action}
      </div>
      {hasSessions ? (
        <Deadlines mentorship={mentorship} now={now} extra={extra} />
      ) : (
        <>
          <DeadlinesMonth now={now} due={[]} plannedOn={extra?.plannedOn} />
          {extra?.trouble}
          <UpcomingList label={t('mentorship.upcoming')} items={extra?.next ?? []} />
        </>
      )}
      {extra?.footer}
      <p className={extra?.isAbroad ? css.zone : 'sr'}>{t('mentorship.deadlines.zone')}</p>
    </Card>
  )
}

type DeadlinesProps = { mentorship: number; now: Date; extra: DaysExtra | undefined }

function Deadlines({ mentorship, now, extra }: DeadlinesProps) {
  const t = useText()
  const mine = useQuery(cardsQuery(mentorship, 'mine'))
  const open = useQuery(cardsQuery(mentorship, 'open'))
  if (mine.data && open.data) {
    const due = deadlinesOf([...mine.data, ...open.data])
    const items = [...(extra?.next ?? []), ...upcomingDeadlines(due.slice(0, MAX_NEXT), mentorship, now)]
    return (
      <>
        <DeadlinesMonth now={now} due={due} plannedOn={extra?.plannedOn} />
        {extra?.trouble}
        <UpcomingList label={t('mentorship.upcoming')} items={items} />
        {due.length === 0 && <p className={css.none}>{t('mentorship.deadlines.none')}</p>}
      </>
    )
  }
  const failed = [mine, open].find(({ error }) => error)
  if (failed) {
    return (
      <>
        <DeadlinesMonth now={now} due={[]} plannedOn={extra?.plannedOn} />
        {extra?.trouble}
        <UpcomingList label={t('mentorship.upcoming')} items={extra?.next ?? []} />
        <HomeFailed small level={3} title={t('mentorship.deadlines.failed')} query={failed} />
      </>
    )
  }
  return (
    <SkeletonGroup label={t('mentorship.deadlines.loading')} className={css.lines}>
      <Skeleton shape="block" height="200px" />
      <Skeleton height="44px" />
    </SkeletonGroup>
  )
}
