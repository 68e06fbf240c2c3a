import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { titleOf } from '#learning/face.ts'
import { type Day, monthName, weekdayNames, weeksOf } from './deadlines-days.ts'
import type { Deadline } from './deadlines-due.ts'
import css from './deadlines-month.module.css'

type DeadlinesMonthProps = { now: Date; due: readonly Deadline[] }

export function DeadlinesMonth({ now, due }: DeadlinesMonthProps) {
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
                <DayCell key={place} day={day} today={plainDay(now.toISOString())} due={due} />
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

function DayCell({ day, today, due }: { day: Day; today: string; due: readonly Deadline[] }) {
  const t = useText()
  const titles = due.filter(({ endDate }) => plainDay(endDate) === day.key).map(titleOf)
  const isToday = day.key === today
  return (
    <td aria-current={isToday ? 'date' : undefined}>
      <span className={classNames(css.day, isToday && css.today, titles.length > 0 && css.due)}>{day.number}</span>
      {titles.length > 0 && <span className="sr">{t('mentorship.deadlines.on', { titles: titles.join(', ') })}</span>}
    </td>
  )
}
