import { daysLeft, timeColour } from '@saathi/contract/mentorship/progress'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { fromWithin, titleOf } from '#learning/public.ts'
import { ShortTitle } from '../cards/card.tsx'
import { timeLeftText } from '../cards/progress.tsx'
import { DatedItem } from './dated-item.tsx'
import type { Deadline } from './days.ts'
import css from './list.module.css'
import { sessionLinks } from '../session/links.ts'

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
