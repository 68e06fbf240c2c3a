import type { FoundTimes } from '@saathi/contract/calendar/time-calls'
import type { CSSProperties } from 'react'
import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { fullDay } from '../day-names.ts'
import { indiaTime } from '../day-times.ts'
import type { Day } from '../days.ts'
import { fullHour, minutesOfDay, shortWeekday } from './names.ts'
import css from './week.module.css'

type WeekProps = { days: readonly Day[]; today: Day; times: FoundTimes; value: string | null; onChoose: (at: string) => void }

const HOUR = 60
/** The evening is always shown. */
const EARLIEST = 17
const LATEST = 21

/** Start and end of a time in minutes since midnight, cut at the end of the day. */
function placeOf({ from, until }: { from: string; until: string }) {
  const start = minutesOfDay(from)
  const length = (Date.parse(until) - Date.parse(from)) / 60_000
  return { start, end: Math.min(24 * HOUR, start + length) }
}

/** Seven days next to each other, for wide screens. */
export function TimeWeek({ days, today, times, value, onChoose }: WeekProps) {
  const t = useText()
  const language = useLanguage()
  const isShown = (at: string) => days.includes(plainDay(at))
  const mine = times.mine.filter(({ from }) => isShown(from))
  const planned = times.planned.filter(({ from }) => isShown(from))
  const busy = times.busy.filter(({ from }) => isShown(from))
  const slots = times.slots.filter(isShown)
  const places = mine.map(placeOf)
  const starts = slots.map(minutesOfDay)
  const first = Math.floor(Math.min(EARLIEST * HOUR, ...starts, ...places.map(({ start }) => start)) / HOUR)
  const last = Math.ceil(Math.max(LATEST * HOUR, ...starts.map((at) => at + 30), ...places.map(({ end }) => end)) / HOUR)
  const hours = Array.from({ length: last - first }, (_, place) => first + place)
  const at = (start: number, end: number): CSSProperties & Record<'--s' | '--l', number> => ({
    '--s': start / HOUR - first,
    '--l': (end - start) / HOUR,
  })
  const height: CSSProperties & Record<'--n', number> = { '--n': hours.length }
  return (
    <>
      <div className={css.week} role="group" aria-label={t('findTime.all')}>
        <span />
        {days.map((day) => (
          <span key={day} className={classNames(css.head, day < today && css.past)}>
            {shortWeekday(`${day}T12:00:00+05:30`, language)} <b>{Number(day.slice(8))}</b>
          </span>
        ))}
        <div className={css.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour}>{fullHour(hour, language)}</span>
          ))}
        </div>
        {days.map((day) => (
          <div key={day} className={classNames(css.day, day < today && css.gone)} style={height}>
            {mine.map((span) => {
              if (plainDay(span.from) !== day) return null
              const { start, end } = placeOf(span)
              return <i key={span.from} className={css.mine} style={at(start, end)} />
            })}
            {planned.map((span) => {
              const { start, end } = placeOf(span)
              if (plainDay(span.from) !== day || end <= first * HOUR || start >= last * HOUR) return null
              return (
                <span key={`${span.from} ${span.title}`} className={css.planned} style={at(start, end)} dir="auto">
                  {span.title}
                </span>
              )
            })}
            {busy.map((span) => {
              const { start, end } = placeOf(span)
              if (plainDay(span.from) !== day || end <= first * HOUR || start >= last * HOUR) return null
              const from = Math.max(start, first * HOUR)
              return (
                <span key={span.from} className={css.planned} style={at(from, Math.min(end, last * HOUR))}>
                  {t('findTime.busy')}
                </span>
              )
            })}
            {slots.map((slot) => {
              if (plainDay(slot) !== day) return null
              const start = minutesOfDay(slot)
              return (
                <button
                  key={slot}
                  type="button"
                  className={css.slot}
                  style={at(start, start + 30)}
                  aria-pressed={slot === value}
                  onClick={() => onChoose(slot)}
                >
                  {indiaTime(slot, language)}
                  <span className="sr">{t('findTime.on', { day: fullDay(day, language) })}</span>
                </button>
              )
            })}
          </div>
        ))}
      </div>
      <ul className={css.key} aria-label={t('calendar.legend')}>
        <li>
          <i className={css.keyBoth} /> {t(times.areOthersKnown ? 'findTime.both' : 'findTime.yours')}
        </li>
        {times.areOthersKnown && (
          <li>
            <i className={css.keyMine} /> {t('findTime.onlyMe')}
          </li>
        )}
        <li>
          <i className={css.keyPlanned} /> {t('findTime.planned')}
        </li>
      </ul>
    </>
  )
}
