import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { type RefObject, useId } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import { eventsOn } from './cache.ts'
import css from './day-events.module.css'
import { longDay } from './day-names.ts'
import { localTime } from './day-times.ts'
import type { Day } from './days.ts'
import { EventCard } from './event-card.tsx'

type DayEventsProps = {
  query: UseQueryResult<CalendarEvent[]>
  day: Day
  today: Day
  /** Whether the viewer takes the sessions. */
  isWalking: boolean
  titleRef: RefObject<HTMLHeadingElement | null>
  onEdit: (event: CalendarEvent) => void
}

export function DayEvents({ query, day, today, isWalking, titleRef, onEdit }: DayEventsProps) {
  const t = useText()
  const language = useLanguage()
  const titleId = useId()
  return (
    <section className={css.day} aria-labelledby={titleId}>
      <h3 ref={titleRef} id={titleId} tabIndex={-1}>
        {longDay(day, today, language)}
      </h3>
      <p className={localTime(`${day}T12:00:00+05:30`, language) ? css.zone : 'sr'}>{t('calendar.zone')}</p>
      <Events query={query} day={day} today={today} isWalking={isWalking} titleId={titleId} onEdit={onEdit} />
    </section>
  )
}

type EventsProps = Omit<DayEventsProps, 'titleRef'> & { titleId: string }

function Events({ query, day, today, isWalking, titleId, onEdit }: EventsProps) {
  const t = useText()
  if (query.data) {
    const events = eventsOn(query.data, day)
    if (events.length > 0) {
      return (
        <ul className={css.events} aria-labelledby={titleId}>
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} today={today} isWalking={isWalking} onEdit={onEdit} />
            </li>
          ))}
        </ul>
      )
    }
    const none = query.data.length === 0 ? 'none' : 'empty'
    return <Empty small level={4} title={t(`calendar.${none}`)} text={t(`calendar.${none}.text`)} />
  }
  if (query.error) return <HomeFailed small level={4} title={t('calendar.failed')} asked={query} />
  return (
    <SkeletonGroup label={t('calendar.events.loading')} className={css.lines}>
      <Skeleton shape="block" height="88px" />
      <Skeleton shape="block" height="88px" />
    </SkeletonGroup>
  )
}
