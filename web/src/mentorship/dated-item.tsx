import type { ReactNode } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import css from './dated-item.module.css'
import { dayNumber, monthName, monthShort, weekday } from './deadlines-days.ts'

type DatedItemProps = { time: string; isToday: boolean; now: Date; children: ReactNode }

/** One line of a list of days: which day it is, and beside it what is then. */
export function DatedItem({ time, isToday, now, children }: DatedItemProps) {
  const t = useText()
  const language = useLanguage()
  return (
    <li className={css.item}>
      <span className={css.day}>
        {isToday ? t('mentorship.deadlines.today') : nameDay(time, now, language)}
        <b>{dayNumber(time)}</b>
      </span>
      {children}
    </li>
  )
}

/** The weekday says little of a day in another month than the one above. */
const nameDay = (time: string, now: Date, language: string): string =>
  monthName(new Date(time), language) === monthName(now, language) ? weekday(time, language) : monthShort(time, language)
