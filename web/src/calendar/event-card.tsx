import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { useId } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { edit, repeat } from '#core/ui/icons.ts'
import { shortDay } from './day-names.ts'
import type { Day } from './days.ts'
import css from './event-card.module.css'
import { MeetingLink, SessionLink } from './event-links.tsx'
import { EventTime } from './event-time.tsx'

type EventCardProps = { event: CalendarEvent; today: Day; isWalking: boolean; onEdit: (event: CalendarEvent) => void }

/** All details of an event; the edit button only if the viewer may change it. */
export function EventCard({ event, today, isWalking, onEdit }: EventCardProps) {
  const t = useText()
  const language = useLanguage()
  const titleId = useId()
  const { eventFrequency, repeatEndDate } = event
  return (
    <article className={classNames(css.card, !event.isPairGroupCall && css.noCall)} aria-labelledby={titleId}>
      <EventTime time={event.scheduledTime} />
      <div className={css.words}>
        <h4 id={titleId} dir="auto">
          {event.title}
        </h4>
        {repeatEndDate !== null && (
          <p className={css.repeat}>
            <Icon of={repeat} size={16} />
            {t('calendar.repeat.until', {
              repeat: t(`calendar.repeat.${eventFrequency}`),
              date: shortDay(repeatEndDate, today, language),
            })}
          </p>
        )}
        {event.description !== '' && (
          <p className={css.description} dir="auto">
            {event.description}
          </p>
        )}
        <MeetingLink event={event} className={css.link} />
        <SessionLink event={event} isWalking={isWalking} className={css.link} plainClassName={css.session} />
      </div>
      {event.mayEdit && (
        <IconButton
          className={css.edit}
          icon={edit}
          label={t('calendar.edit', { title: event.title })}
          onClick={() => onEdit(event)}
        />
      )}
    </article>
  )
}
