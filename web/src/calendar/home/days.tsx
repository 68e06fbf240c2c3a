import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HomeSlotProps } from '#core/slots.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { calendar, plus } from '#core/ui/icons.ts'
import { DatedItem, DeadlinesCard, HomeFailed, useNow } from '#mentorship/public.ts'
import { comingOf, dayOf, groupByDay } from '../cache.ts'
import { calendarLink } from '../calendar-address.ts'
import { localTime, indiaTime } from '../day-times.ts'
import { MeetingLink } from '../event-links.tsx'
import css from './days.module.css'
import '../live.ts'
import { eventsQuery } from '../queries.ts'
import { modal } from '../screens.ts'
import { FindTimeLink } from '../view/find-time-link.tsx'

const MAX_NEXT = 2

/** Preload on hover; when offline, the click shows an error. */
const preload = () => void modal().catch(() => {})

/** The deadlines card with planned events and a link to the calendar. */
export function HomeDays({ mentorship: { id, part } }: HomeSlotProps) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  const query = useQuery(eventsQuery(id))
  const byDay = groupByDay(query.data ?? [])
  return (
    <DeadlinesCard
      mentorship={id}
      hasSessions={part !== 'pair_manager'}
      extra={{
        action: (
          <ButtonLink
            kind="soft"
            size="sm"
            onPointerEnter={preload}
            onFocus={preload}
            render={<Link {...calendarLink('', true)} />}
          >
            <Icon of={plus} size={18} /> {t('addEvent')}
          </ButtonLink>
        ),
        plannedOn: (day) => byDay.get(day)?.map(({ title }) => title) ?? [],
        next: comingOf(query.data ?? [], now, MAX_NEXT).map((event) => ({
          key: `event-${event.id}`,
          time: event.scheduledTime,
          item: <Next event={event} now={now} />,
        })),
        trouble: !query.data && query.error && <HomeFailed small level={3} title={t('calendar.failed')} query={query} />,
        footer: (
          <>
            <FindTimeLink mentorship={id} block />
            <ButtonLink kind="quiet" block onPointerEnter={preload} onFocus={preload} render={<Link {...calendarLink('')} />}>
              <Icon of={calendar} /> {t('calendar.home.open')}
            </ButtonLink>
          </>
        ),
        isAbroad: localTime(now.toISOString(), language) !== null,
      }}
    />
  )
}

function Next({ event, now }: { event: CalendarEvent; now: Date }) {
  const { scheduledTime, title } = event
  const isToday = dayOf(event) === plainDay(now.toISOString())
  return (
    <DatedItem time={scheduledTime} isToday={isToday} now={now}>
      <span className={css.words}>
        <Link {...calendarLink(dayOf(event))} className={css.title} dir="auto">
          {title}
        </Link>
        <When event={event} />
      </span>
    </DatedItem>
  )
}

/** In one line; with one line per time if the local time differs. */
function When({ event }: { event: CalendarEvent }) {
  const t = useText()
  const language = useLanguage()
  const { scheduledTime, videos } = event
  const other = localTime(scheduledTime, language)
  const time = <time dateTime={scheduledTime}>{indiaTime(scheduledTime, language)}</time>
  const link = <MeetingLink event={event} className={css.meeting} hasIcon={false} />
  if (!other) {
    return (
      <span className={css.time}>
        {time}
        {videos.length > 0 && ' · '}
        {link}
      </span>
    )
  }
  return (
    <>
      <span className={css.time}>
        {time} {t('calendar.zone.india')}
      </span>
      <span className={css.time}>{t('calendar.zone.other', other)}</span>
      {videos.length > 0 && <span className={css.time}>{link}</span>}
    </>
  )
}
