import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { titleOf } from '#learning/public.ts'
import { type Day, monthName, weekdayNames, weeksOf, type Deadline } from './days.ts'
import css from './month.module.css'

/** The titles of other events on a day, such as '2026-11-14'. */
export type PlannedOn = (day: string) => readonly string[]
type DeadlinesMonthProps = { now: Date; due: readonly Deadline[]; plannedOn?: PlannedOn | undefined }

const nothing: PlannedOn = () => []

export function DeadlinesMonth(props: DeadlinesMonthProps) {
  return (
    <div>
      <Month {...props} />
      <Legend {...props} />
    </div>
  )
}

function Month({ now, due, plannedOn = nothing }: DeadlinesMonthProps) {
  const language = useLanguage()
  return (
    <table className={css.month}>
      <caption className="sr">{monthName(now, language)}</caption>
      <thead>
        <tr>
          {weekdayNames(language).map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              <span aria-hidden="true">{short}</span>
              <span className="sr">{long}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(now).map((week, row) => (
          <tr key={row}>
            {week.map((day, place) =>
              day ? (
                <DayCell key={place} day={day} today={plainDay(now.toISOString())} due={due} planned={plannedOn(day.key)} />
              ) : (
                <td key={place} aria-hidden="true" />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Visual only: screen readers get each day in words. Explains only marks that occur in the month. */
function Legend({ now, due, plannedOn = nothing }: DeadlinesMonthProps) {
  const t = useText()
  const days = weeksOf(now).flatMap((week) => week.flatMap((day) => day?.key ?? []))
  const isPlanned = days.some((day) => plannedOn(day).length > 0)
  const isDue = due.some(({ endDate }) => days.includes(plainDay(endDate)))
  if (!isPlanned && !isDue) return null
  return (
    <p className={css.legend} aria-hidden="true">
      {isPlanned && (
        <span>
          <i className={css.planned} />
          {t('mentorship.deadlines.mark.planned')}
        </span>
      )}
      {isDue && (
        <span>
          <i className={css.due} />
          {t('mentorship.deadlines.mark.due')}
        </span>
      )}
    </p>
  )
}

type DayCellProps = { day: Day; today: string; due: readonly Deadline[]; planned: readonly string[] }

function DayCell({ day, today, due, planned }: DayCellProps) {
  const t = useText()
  const titles = due.filter(({ endDate }) => plainDay(endDate) === day.key).map(titleOf)
  const isToday = day.key === today
  return (
    <td aria-current={isToday ? 'date' : undefined}>
      <span className={classNames(css.day, isToday && css.today)}>
        {day.number}
        <span className={css.marks} aria-hidden="true">
          {planned.length > 0 && <i className={css.planned} />}
          {titles.length > 0 && <i className={css.due} />}
        </span>
      </span>
      {planned.length > 0 && <span className="sr">{t('mentorship.deadlines.planned', { titles: planned.join(', ') })}</span>}
      {titles.length > 0 && <span className="sr">{t('mentorship.deadlines.on', { titles: titles.join(', ') })}</span>}
    </td>
  )
}
