import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useId } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Empty } from '#core/ui/empty.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { edit, repeat } from '#core/ui/icons.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeFailed } from '#mentorship/public.ts'
import { eventsOn } from '../cache.ts'
import css from './day-events.module.css'
import { longDay, shortDay } from '../day-names.ts'
import { localTime, indiaTime } from '../day-times.ts'
import type { Day } from '../days.ts'
import eventCardCss from './event-card.module.css'
import { MeetingLink, SessionLink } from '../event-links.tsx'
import { EventPeople } from './event-people.tsx'

type DayEventsProps = {
  query: UseQueryResult<CalendarEvent[]>
  day: Day
  today: Day
  mentorship: Mentorship
  titleRef: RefObject<HTMLHeadingElement | null>
  onEdit: (event: CalendarEvent) => void
}

export function DayEvents({ query, day, today, mentorship, titleRef, onEdit }: DayEventsProps) {
  const t = useText()
  const language = useLanguage()
  const titleId = useId()
  return (
    <section className={css.day} aria-labelledby={titleId}>
      <h3 ref={titleRef} id={titleId} tabIndex={-1}>
        {longDay(day, today, language)}
      </h3>
      <p className={localTime(`${day}T12:00:00+05:30`, language) ? css.zone : 'sr'}>{t('calendar.zone')}</p>
      <Events query={query} day={day} today={today} mentorship={mentorship} titleId={titleId} onEdit={onEdit} />
    </section>
  )
}

type EventsProps = Omit<DayEventsProps, 'titleRef'> & { titleId: string }

function Events({ query, day, today, mentorship, titleId, onEdit }: EventsProps) {
  const t = useText()
  if (query.data) {
    const events = eventsOn(query.data, day)
    if (events.length > 0) {
      return (
        <ul className={css.events} aria-labelledby={titleId}>
          {events.map((event) => (
            <li key={event.id}>
              <EventCard event={event} today={today} mentorship={mentorship} onEdit={onEdit} />
            </li>
          ))}
        </ul>
      )
    }
    const none = query.data.length === 0 ? 'none' : 'empty'
    return <Empty small level={4} title={t(`calendar.${none}`)} text={t(`calendar.${none}.text`)} />
  }
  if (query.error) return <HomeFailed small level={4} title={t('calendar.failed')} query={query} />
  return (
    <SkeletonGroup label={t('calendar.events.loading')} className={css.lines}>
      <Skeleton shape="block" height="88px" />
      <Skeleton shape="block" height="88px" />
    </SkeletonGroup>
  )
}

type EventCardProps = { event: CalendarEvent; today: Day; mentorship: Mentorship; onEdit: (event: CalendarEvent) => void }

/** All details of an event; the edit button only if the viewer may change it. */
function EventCard({ event, today, mentorship, onEdit }: EventCardProps) {
  const t = useText()
  const language = useLanguage()
  const titleId = useId()
  const { eventFrequency, repeatEndDate } = event
  // A pair manager does not take the sessions.
  const hasSessions = mentorship.part !== 'pair_manager'
  return (
    <article className={classNames(eventCardCss.card, !event.isPairGroupCall && eventCardCss.noCall)} aria-labelledby={titleId}>
      <EventTime time={event.scheduledTime} />
      <div className={eventCardCss.words}>
        <h4 id={titleId} dir="auto">
          {event.title}
        </h4>
        {repeatEndDate !== null && (
          <p className={eventCardCss.repeat}>
            <Icon of={repeat} size={16} />
            {t('calendar.repeat.until', {
              repeat: t(`calendar.repeat.${eventFrequency}`),
              date: shortDay(repeatEndDate, today, language),
            })}
          </p>
        )}
        {event.description !== '' && (
          <p className={eventCardCss.description} dir="auto">
            {event.description}
          </p>
        )}
        <MeetingLink event={event} className={eventCardCss.link} />
        <SessionLink
          event={event}
          hasSessions={hasSessions}
          className={eventCardCss.link}
          plainClassName={eventCardCss.session}
        />
        <EventPeople event={event} mentorship={mentorship} />
      </div>
      {event.mayEdit && (
        <IconButton
          className={eventCardCss.edit}
          icon={edit}
          label={t('calendar.edit', { title: event.title })}
          onClick={() => onEdit(event)}
        />
      )}
    </article>
  )
}

/** In India's time, and also in local time with its zone if that differs. */
function EventTime({ time }: { time: string }) {
  const t = useText()
  const language = useLanguage()
  const other = localTime(time, language)
  return (
    <span className={eventCardCss.when}>
      <time dateTime={time}>{indiaTime(time, language)}</time>
      {other && (
        <>
          <span className={eventCardCss.zone}>{t('calendar.zone.india')}</span>
          <span className={eventCardCss.zone}>{t('calendar.zone.other', other)}</span>
        </>
      )}
    </span>
  )
}
