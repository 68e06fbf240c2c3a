import type { ReactNode } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import css from './dated-item.module.css'
import { dayNumber, monthName, monthShort, weekday } from './days.ts'

type DatedItemProps = { time: string; isToday: boolean; now: Date; children: ReactNode }

/** A list item with its day on the left. */
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

/** In another month, show the month: the weekday would say little. */
const nameDay = (time: string, now: Date, language: string): string =>
  monthName(new Date(time), language) === monthName(now, language) ? weekday(time, language) : monthShort(time, language)
