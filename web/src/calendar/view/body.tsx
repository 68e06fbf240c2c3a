import type { CalendarEvent } from '@saathi/contract/calendar/entities'
import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { QUIZZES_PER_WEEK } from '@saathi/contract/mentorship/progress'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId } from 'react'
import { useConnection } from '#core/connection.ts'
import { plainDay } from '#core/i18n/india-time.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { offline, flame } from '#core/ui/icons.ts'
import { mediaQuery, useIsPhone } from '#core/ui/media-query.ts'
import { Note } from '#core/ui/note.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { HomeSwitch, DeadlinesList, HomeFailed, progressQuery, streakWords } from '#mentorship/public.ts'
import { groupByDay } from '../cache.ts'
import css from './body.module.css'
import { DayEvents } from './day-events.tsx'
import type { Day } from '../days.ts'
import { FindTimeLink } from './find-time-link.tsx'
import deadlinesCss from './deadlines.module.css'
import { MonthPicker } from './month-picker.tsx'
import { RemovedNote } from './removed-note.tsx'
import { eventsQuery } from '../queries.ts'
import streakCardCss from './streak-card.module.css'
import { SyncStrip } from '../sync/strip.tsx'
import { useSessions } from '../events/session-queries.ts'

/** Shown in the calendar, because a toast would be hidden behind it. */
export type LastAction = 'saved' | RemovedId | null
/** The id of the event that was deleted, for as long as that can be undone. */
type RemovedId = number

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
  const isPhone = useIsPhone()
  // A pair manager does not take the sessions.
  const hasSessions = mentorship.part !== 'pair_manager'
  const sessions = useSessions(mentorship.id)
  const byDay = groupByDay(events.data ?? [])
  const due = hasSessions ? (sessions.due ?? []) : []
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
          {hasSessions && <StreakCard mentorship={mentorship.id} now={now} />}
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable even without focusable content */}
        <section className={css.column} aria-label={t('calendar.day')} tabIndex={scrollsAlone ? 0 : undefined}>
          <div role="status">
            {lastAction === 'saved' && <Note tone="ok">{t('calendar.saved')}</Note>}
            {typeof lastAction === 'number' && <RemovedNote key={lastAction} mentorship={mentorship.id} eventId={lastAction} />}
          </div>
          <StaleNote events={events} />
          <DayEvents query={events} day={day} today={today} mentorship={mentorship} titleRef={titleRef} onEdit={onEdit} />
          {isPhone && <FindTimeLink mentorship={mentorship.id} block />}
          {hasSessions && <Deadlines sessions={sessions} mentorship={mentorship.id} now={now} />}
        </section>
      </div>
      <SyncStrip />
    </div>
  )
}

type StaleNoteProps = { events: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown } }

/** While there is no newer data, cached data is shown with a note. */
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

type DeadlinesProps = { sessions: ReturnType<typeof useSessions>; mentorship: number; now: Date }

/** The deadlines of all sessions, earliest first, for any selected day. */
function Deadlines({ sessions: { due, failed }, mentorship, now }: DeadlinesProps) {
  const t = useText()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={deadlinesCss.deadlines}>
      <h3 id={titleId}>{t('calendar.deadlines')}</h3>
      {due ? (
        due.length === 0 ? (
          <p className={deadlinesCss.none}>{t('mentorship.deadlines.none')}</p>
        ) : (
          <DeadlinesList label={t('calendar.deadlines')} due={due} mentorship={mentorship} now={now} />
        )
      ) : failed ? (
        <HomeFailed small level={4} title={t('mentorship.deadlines.failed')} query={failed} />
      ) : (
        <SkeletonGroup label={t('mentorship.deadlines.loading')}>
          <Skeleton height="44px" />
        </SkeletonGroup>
      )}
    </section>
  )
}

type StreakCardProps = { mentorship: number; now: Date }

/** The streak of the mentorship's home page, laid out for the calendar. */
function StreakCard({ mentorship, now }: StreakCardProps) {
  const t = useText()
  const progress = useQuery(progressQuery(mentorship))
  if (progress.data) {
    const { title, text, isMaintained } = streakWords(progress.data, now, t)
    const done = Math.min(progress.data.quizzesThisWeek, QUIZZES_PER_WEEK)
    return (
      <section className={classNames(streakCardCss.card, isMaintained && streakCardCss.kept)} aria-label={title}>
        <span className={streakCardCss.flame}>
          <Icon of={flame} size={28} />
        </span>
        <div className={streakCardCss.words}>
          <h3>{title}</h3>
          <p>{text}</p>
          <p>{t('calendar.streak.week', { done, of: QUIZZES_PER_WEEK })}</p>
          <span className={streakCardCss.week} aria-hidden="true">
            {Array.from({ length: QUIZZES_PER_WEEK }, (_, place) => (
              <i key={place} data-on={place < done} />
            ))}
          </span>
        </div>
      </section>
    )
  }
  if (progress.error) return <HomeFailed small level={4} title={t('calendar.streak.failed')} query={progress} />
  return (
    <SkeletonGroup label={t('calendar.streak.loading')}>
      <Skeleton shape="block" height="80px" />
    </SkeletonGroup>
  )
}
