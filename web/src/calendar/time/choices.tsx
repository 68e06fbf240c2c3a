import type { ReactNode } from 'react'
import { useLanguage } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import css from './choices.module.css'
import { shortWeekday, timeRange } from './names.ts'
import { plainDay } from '#core/i18n/india-time.ts'

type TimeChoicesProps = {
  legend: string
  times: readonly { at: string; sub: ReactNode }[]
  minutes: number
  value: string | null
  /** Each row starts with its day; omitted below a heading with the day. */
  hasDay?: boolean
  onChoose: (at: string) => void
}

/** One of several times. */
export function TimeChoices({ legend, times, minutes, value, hasDay = true, onChoose }: TimeChoicesProps) {
  const language = useLanguage()
  return (
    <div className={css.list} role="radiogroup" aria-label={legend}>
      {times.map(({ at, sub }) => (
        <label key={at} className={css.row}>
          {/* One group for the whole page, so that only one time is chosen. */}
          <input type="radio" name="time" checked={at === value} onChange={() => onChoose(at)} />
          {hasDay && (
            <span className={css.day}>
              <b>{Number(plainDay(at).slice(8))}</b> {shortWeekday(at, language)}
            </span>
          )}
          <span className={css.words}>
            <b>{timeRange(at, minutes, language)}</b>
            <small>{sub}</small>
          </span>
          <span className={css.dot}>
            <Icon of={check} size={16} />
          </span>
        </label>
      ))}
    </div>
  )
}
