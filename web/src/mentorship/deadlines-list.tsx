import { daysLeft, timeColour } from '@saathi/contract/mentorship/time-left'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { fromWithin, titleOf } from '#learning/face.ts'
import { ShortTitle } from './cards-card.tsx'
import { timeLeftText } from './cards-status.tsx'
import { DatedItem } from './dated-item.tsx'
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

function Item({ session, mentorship, now }: { session: Deadline; mentorship: number; now: Date }) {
  const t = useText()
  const days = daysLeft(session.endDate, now)
  return (
    <DatedItem time={session.endDate} isToday={days === 0} now={now}>
      <span className={css.words}>
        <Link {...walkLinks(mentorship).toIntro(session.id)} state={fromWithin}>
          <ShortTitle title={titleOf(session)} />
        </Link>
        <span className={css[timeColour(days)]}>{t('mentorship.deadlines.due', { time: timeLeftText(days, t) })}</span>
      </span>
    </DatedItem>
  )
}
