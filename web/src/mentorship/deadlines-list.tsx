import { daysLeft, timeColour } from '@saathi/contract/mentorship/time-left'
import { Link } from '@tanstack/react-router'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { fromWithin, titleOf } from '#learning/face.ts'
import { ShortTitle } from './cards-card.tsx'
import { timeLeftText } from './cards-status.tsx'
import { dayNumber, monthName, monthShort, weekday } from './deadlines-days.ts'
import type { Deadline } from './deadlines-due.ts'
import css from './deadlines-list.module.css'
import { walkLinks } from './walk-links.ts'

type DeadlinesListProps = { label: string; due: readonly Deadline[]; mentorship: number; now: Date }

/** Each with the way to its session; the colour is also in the words. */
export function DeadlinesList({ label, due, mentorship, now }: DeadlinesListProps) {
  return (
    <ul aria-label={label}>
      {due.map((session) => (
        <Item key={session.id} session={session} mentorship={mentorship} now={now} />
      ))}
    </ul>
  )
}

/** The weekday says little of a day in another month than the one above. */
export const nameDay = (time: string, now: Date, language: string): string =>
  monthName(new Date(time), language) === monthName(now, language) ? weekday(time, language) : monthShort(time, language)

function Item({ session, mentorship, now }: { session: Deadline; mentorship: number; now: Date }) {
  const t = useText()
  const language = useLanguage()
  const days = daysLeft(session.endDate, now)
  return (
    <li className={css.item}>
      <span className={css.day}>
        {days === 0 ? t('mentorship.deadlines.today') : nameDay(session.endDate, now, language)}
        <b>{dayNumber(session.endDate)}</b>
      </span>
      <span className={css.words}>
        <Link {...walkLinks(mentorship).toIntro(session.id)} state={fromWithin}>
          <ShortTitle title={titleOf(session)} />
        </Link>
        <span className={css[timeColour(days)]}>{t('mentorship.deadlines.due', { time: timeLeftText(days, t) })}</span>
      </span>
    </li>
  )
}
