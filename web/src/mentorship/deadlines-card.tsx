import { daysLeft, timeColour } from '@saathi/contract/mentorship/time-left'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fromWithin, titleOf } from '#learning/face.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { ShortTitle } from './cards-card.tsx'
import { timeLeftText } from './cards-status.tsx'
import css from './deadlines-card.module.css'
import { dayNumber, monthName, monthShort, weekday } from './deadlines-days.ts'
import { type Deadline, deadlinesOf } from './deadlines-due.ts'
import { DeadlinesMonth } from './deadlines-month.tsx'
import { HomeFailed } from './home-failed.tsx'
import { useNow } from './home-now.ts'
import { cardsQuery } from './queries.ts'
import { walkLinks } from './walk-links.ts'

const MAX_NEXT = 4

/** The month with the days sessions are due, and the next of them in words. */
export function DeadlinesCard({ mentorship }: { mentorship: number }) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  return (
    <Card className={css.card} aria-labelledby="mentorship-month">
      <h2 id="mentorship-month">{monthName(now, language)}</h2>
      <Deadlines mentorship={mentorship} now={now} />
      <span className="sr">{t('mentorship.deadlines.zone')}</span>
    </Card>
  )
}

function Deadlines({ mentorship, now }: { mentorship: number; now: Date }) {
  const t = useText()
  const mine = useQuery(cardsQuery(mentorship, 'mine'))
  const open = useQuery(cardsQuery(mentorship, 'open'))
  if (mine.data && open.data) {
    const due = deadlinesOf([...mine.data, ...open.data])
    return (
      <>
        <DeadlinesMonth now={now} due={due} />
        {due.length === 0 ? (
          <p className={css.none}>{t('mentorship.deadlines.none')}</p>
        ) : (
          <ul className={css.next} aria-label={t('mentorship.deadlines')}>
            {due.slice(0, MAX_NEXT).map((session) => (
              <Next key={session.id} session={session} mentorship={mentorship} now={now} />
            ))}
          </ul>
        )}
      </>
    )
  }
  const failed = [mine, open].find(({ error }) => error)
  if (failed) return <HomeFailed small level={3} title={t('mentorship.deadlines.failed')} asked={failed} />
  return (
    <SkeletonGroup label={t('mentorship.deadlines.loading')} className={css.lines}>
      <Skeleton shape="block" height="200px" />
      <Skeleton height="44px" />
    </SkeletonGroup>
  )
}

/** The weekday says little of a day in another month than the one above. */
const nameDay = (endDate: string, now: Date, language: string): string =>
  monthName(new Date(endDate), language) === monthName(now, language) ? weekday(endDate, language) : monthShort(endDate, language)

function Next({ session, mentorship, now }: { session: Deadline; mentorship: number; now: Date }) {
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
