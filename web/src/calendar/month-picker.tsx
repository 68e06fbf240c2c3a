import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { left, right } from '#core/ui/icons.ts'
import { fullDay, monthTitle, weekdayNames } from './day-names.ts'
import { addMonths, type Day, dayByKey, monthOf, weeksOf } from './days.ts'
import css from './month-picker.module.css'

export type Counts = { events: number; deadlines: number }
type MonthPickerProps = {
  selected: Day
  today: Day
  /** How much is on a day. */
  countsOn: (day: Day) => Counts
  onSelect: (day: Day) => void
  /** The day on which the keyboard stands. */
  dayRef: RefObject<HTMLButtonElement | null>
}

/** One stop for Tab; the arrow keys walk through the days, and over the edge of a month into the next. */
export function MonthPicker({ selected, today, countsOn, onSelect, dayRef }: MonthPickerProps) {
  const t = useText()
  const language = useLanguage()
  const headId = useId()
  // Walking through the days chooses none. Once another is chosen, here or elsewhere, one stands there and has walked nowhere.
  const [walked, setWalked] = useState({ to: selected, from: selected })
  if (walked.from !== selected) setWalked({ to: selected, from: selected })
  const here = walked.to

  const walkTo = (day: Day) => setWalked({ to: day, from: selected })

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const day = dayByKey(event.key, here, event.shiftKey)
    if (day === undefined) return
    event.preventDefault()
    // Drawn at once, so that the focus goes to a day that is there; the buttons of the months keep it where it is.
    flushSync(() => walkTo(day))
    dayRef.current?.focus()
  }

  return (
    <div>
      <div className={css.head}>
        <IconButton icon={left} label={t('calendar.month.previous')} onClick={() => walkTo(addMonths(here, -1))} />
        <h3 id={headId} aria-live="polite">
          {monthTitle(here, language)}
        </h3>
        <IconButton icon={right} label={t('calendar.month.next')} onClick={() => walkTo(addMonths(here, 1))} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of days is a table in the pattern of WAI-ARIA too */}
      <table className={css.month} role="grid" aria-labelledby={headId} onKeyDown={handleKeyDown}>
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
          {weeksOf(here).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  counts={countsOn(day)}
                  isSelected={day === selected}
                  isToday={day === today}
                  isOutside={monthOf(day) !== monthOf(here)}
                  hereRef={day === here ? dayRef : undefined}
                  onSelect={onSelect}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={css.legend} aria-label={t('calendar.legend')}>
        <li>
          <i className={css.event} />
          {t('calendar.legend.event')}
        </li>
        <li>
          <i className={css.deadline} />
          {t('calendar.legend.deadline')}
        </li>
      </ul>
    </div>
  )
}

type DayCellProps = {
  day: Day
  counts: Counts
  isSelected: boolean
  isToday: boolean
  /** Of the month before or after. */
  isOutside: boolean
  hereRef: RefObject<HTMLButtonElement | null> | undefined
  onSelect: (day: Day) => void
}

function DayCell({ day, counts, isSelected, isToday, isOutside, hereRef, onSelect }: DayCellProps) {
  const t = useText()
  const language = useLanguage()
  const { events, deadlines } = counts
  return (
    <td aria-selected={isSelected}>
      <button
        ref={hereRef}
        type="button"
        className={classNames(css.day, isToday && css.today, isOutside && css.outside, isSelected && css.selected)}
        aria-label={t('calendar.day.name', { day: fullDay(day, language), events, deadlines })}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={hereRef ? 0 : -1}
        onClick={() => onSelect(day)}
      >
        {Number(day.slice(8))}
        <span className={css.marks}>
          {events > 0 && <i className={css.event} />}
          {deadlines > 0 && <i className={css.deadline} />}
        </span>
      </button>
    </td>
  )
}
