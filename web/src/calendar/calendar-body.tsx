import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useConnection } from '#core/connection.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { offline } from '#core/ui/icons.ts'
import { mediaQuery } from '#core/ui/media-query.ts'
import { Note } from '#core/ui/note.tsx'
import { HomeSwitch } from '#mentorship/public.ts'
import { groupByDay } from './cache.ts'
import css from './calendar-body.module.css'
import { DayEvents } from './day-events.tsx'
import type { Day } from './days.ts'
import { Deadlines } from './deadlines.tsx'
import { MonthPicker } from './month-picker.tsx'
import { eventsQuery } from './queries.ts'
import { StreakCard } from './streak-card.tsx'
import { SyncStrip } from './sync-strip.tsx'
import { useSessions } from './use-sessions.ts'

/** The last action; a toast would be hidden behind the calendar. */
export type LastAction = 'saved' | 'deleted' | null

/** Must match the styles: the day scrolls next to the month, not with it. */
const useScrollsAlone = mediaQuery('(min-width: 720px) and (min-height: 600px)')

type CalendarBodyProps = {
  day: Day
  today: Day
  now: Date
  mentorship: Mentorship
  active: readonly Mentorship[]
  lastAction: LastAction
  dayRef: RefObject<HTMLButtonElement | null>
  titleRef: RefObject<HTMLHeadingElement | null>
  onDay: (day: Day) => void
  onEdit: (event: CalendarEvent) => void
}

export function CalendarBody(props: CalendarBodyProps) {
  const { day, today, now, mentorship, active, lastAction, dayRef, titleRef, onDay, onEdit } = props
  const t = useText()
  const events = useQuery(eventsQuery(mentorship.id))
  const scrollsAlone = useScrollsAlone()
  // A pair manager does not take the sessions.
  const isWalking = mentorship.part !== 'pair_manager'
  const sessions = useSessions(mentorship.id)
  const byDay = groupByDay(events.data ?? [])
  const due = isWalking ? (sessions.due ?? []) : []
  const countsOn = (of: Day) => ({
    events: byDay.get(of)?.length ?? 0,
    deadlines: due.filter(({ endDate }) => plainDay(endDate) === of).length,
  })
  return (
    <div className={css.frame}>
      <div className={css.columns}>
        <div className={css.column}>
          {active.length > 1 && (
            <HomeSwitch
              shown={mentorship}
              active={active}
              // Closing shows the home of the mentorship selected last; going back would lead to the first one.
              linkOf={(id) => ({ to: '/mentorship', search: { mentorship: id, calendar: day }, resetScroll: false })}
            />
          )}
          <MonthPicker selected={day} today={today} countsOn={countsOn} dayRef={dayRef} onSelect={onDay} />
          {isWalking && <StreakCard mentorship={mentorship.id} now={now} />}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable even without focusable content */}
        <section className={css.column} aria-label={t('calendar.day')} tabIndex={scrollsAlone ? 0 : undefined}>
          <div role="status">{lastAction && <Note tone="ok">{t(`calendar.${lastAction}`)}</Note>}</div>
          <StaleNote events={events} />
          <DayEvents query={events} day={day} today={today} isWalking={isWalking} titleRef={titleRef} onEdit={onEdit} />
          {isWalking && <Deadlines sessions={sessions} mentorship={mentorship.id} now={now} />}
        </section>
      </div>
      <SyncStrip />
    </div>
  )
}

type StaleNoteProps = { events: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown } }

/** Cached data is shown while there is nothing newer, with a note. */
function StaleNote({ events: { data, error, isFetching, refetch } }: StaleNoteProps) {
  const t = useText()
  const connection = useConnection()
  const isAway = connection !== 'online'
  if (!data || (!isAway && !error)) return null
  return (
    <Note
      tone="warn"
      icon={offline}
      live="status"
      action={
        connection !== 'offline' && (
          <Button size="sm" busy={isFetching} busyLabel={t('action.retrying')} onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        )
      }
    >
      {t(connection === 'offline' ? 'calendar.held.offline' : 'calendar.held')}
    </Note>
  )
}
