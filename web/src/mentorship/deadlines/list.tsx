import { daysLeft, timeColour } from '@saathi/contract/mentorship/progress'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { fromWithin, titleOf } from '#learning/public.ts'
import { ShortTitle } from '../cards/card.tsx'
import { timeLeftText } from '../cards/progress.tsx'
import { dayNumber, type Deadline, monthName, monthShort, weekday } from './days.ts'
import css from './list.module.css'
import { sessionLinks } from '../session/links.ts'
import itemCss from './dated-item.module.css'

/** A list item and its sort time. */
export type Upcoming = { key: string; time: string; item: ReactNode }

/** Events and deadlines in one list, sorted by time. */
export function UpcomingList({ label, items }: { label: string; items: readonly Upcoming[] }) {
  if (items.length === 0) return null
  const sorted = items.toSorted((one, other) => new Date(one.time).getTime() - new Date(other.time).getTime())
  return (
    <ul aria-label={label}>
      {sorted.map(({ key, item }) => (
        <Fragment key={key}>{item}</Fragment>
      ))}
    </ul>
  )
}

/** Each links to its session; the text conveys the colour too. */
export const upcomingDeadlines = (due: readonly Deadline[], mentorship: number, now: Date): Upcoming[] =>
  due.map((session) => ({
    key: `session-${session.id}`,
    time: session.endDate,
    item: <Item session={session} mentorship={mentorship} now={now} />,
  }))

type DeadlinesListProps = { label: string; due: readonly Deadline[]; mentorship: number; now: Date }

export const DeadlinesList = ({ label, due, mentorship, now }: DeadlinesListProps) => (
  <UpcomingList label={label} items={upcomingDeadlines(due, mentorship, now)} />
)

function Item({ session, mentorship, now }: { session: Deadline; mentorship: number; now: Date }) {
  const t = useText()
  const days = daysLeft(session.endDate, now)
  return (
    <DatedItem time={session.endDate} isToday={days === 0} now={now}>
      <span className={css.words}>
        <Link {...sessionLinks(mentorship).toIntro(session.id)} state={fromWithin}>
          <ShortTitle title={titleOf(session)} />
        </Link>
        <span className={css[timeColour(days)]}>{t('mentorship.deadlines.due', { time: timeLeftText(days, t) })}</span>
      </span>
    </DatedItem>
  )
}

type DatedItemProps = { time: string; isToday: boolean; now: Date; children: ReactNode }

/** A list item with its day on the left. */
export function DatedItem({ time, isToday, now, children }: DatedItemProps) {
  const t = useText()
  const language = useLanguage()
  return (
    <li className={itemCss.item}>
      <span className={itemCss.day}>
        {isToday ? t('mentorship.deadlines.today') : nameDay(time, now, language)}
        <b>{dayNumber(time)}</b>
      </span>
      {children}
    </li>
  )
}

/** In another month, show the month: the weekday would say little. */
const nameDay = (time: string, now: Date, language: string): string =>
  monthName(new Date(time), language) === monthName(now, language) ? weekday(time, language) : monthShort(time, language)
