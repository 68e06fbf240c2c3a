import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HomePartProps } from '#core/home-slots.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { calendar, plus } from '#core/ui/icons.ts'
import { DatedItem, DeadlinesCard, HomeFailed, useNow } from '#mentorship/public.ts'
import { comingOf, dayOf, groupByDay } from './cache.ts'
import { calendarLink } from './calendar-address.ts'
import { elsewhere, indiaTime } from './day-times.ts'
import { MeetingLink } from './event-links.tsx'
import css from './home-days.module.css'
import './live.ts'
import { eventsQuery } from './queries.ts'
import { modal } from './screens.ts'

const MAX_NEXT = 2

/** By the time somebody presses, it is there; offline the press says that it is not. */
const warm = () => void modal().catch(() => {})

/** The card of the days with what is planned in them, and the way into the calendar. */
export function HomeDays({ mentorship: { id, part } }: HomePartProps) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  const asked = useQuery(eventsQuery(id))
  const byDay = groupByDay(asked.data ?? [])
  return (
    <DeadlinesCard
      mentorship={id}
      isWalking={part !== 'pair_manager'}
      extra={{
        action: (
          <ButtonLink kind="soft" size="sm" onPointerEnter={warm} onFocus={warm} render={<Link {...calendarLink('', true)} />}>
            <Icon of={plus} size={18} /> {t('addEvent')}
          </ButtonLink>
        ),
        plannedOn: (day) => byDay.get(day)?.map(({ title }) => title) ?? [],
        next: comingOf(asked.data ?? [], now, MAX_NEXT).map((event) => ({
          key: `event-${event.id}`,
          time: event.scheduledTime,
          item: <Next event={event} now={now} />,
        })),
        trouble: !asked.data && asked.error && <HomeFailed small level={3} title={t('calendar.failed')} asked={asked} />,
        way: (
          <ButtonLink kind="quiet" block onPointerEnter={warm} onFocus={warm} render={<Link {...calendarLink('')} />}>
            <Icon of={calendar} /> {t('calendar.home.open')}
          </ButtonLink>
        ),
        isAbroad: elsewhere(now.toISOString(), language) !== null,
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

/** In one line; where the reader's own clock shows another time, in a line for each. */
function When({ event }: { event: CalendarEvent }) {
  const t = useText()
  const language = useLanguage()
  const { scheduledTime, videos } = event
  const other = elsewhere(scheduledTime, language)
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
