import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { left, right } from '#core/ui/icons.ts'
import { fullDay, monthTitle, weekdayNames } from '../day-names.ts'
import { addMonths, type Day, dayByKey, monthOf, weeksOf } from '../days.ts'
import css from './month-picker.module.css'

type Counts = { events: number; deadlines: number }
type MonthPickerProps = {
  selected: Day
  today: Day
  /** The numbers of events and deadlines on a day. */
  countsOn: (day: Day) => Counts
  onSelect: (day: Day) => void
  /** The focusable day. */
  dayRef: RefObject<HTMLButtonElement | null>
}

/** A single tab stop; arrow keys move between days, also across months. */
export function MonthPicker({ selected, today, countsOn, onSelect, dayRef }: MonthPickerProps) {
  const t = useText()
  const language = useLanguage()
  const headId = useId()
  // Moving the focus selects nothing. A new selection, here or elsewhere, resets the focused day.
  const [focused, setFocused] = useState({ to: selected, from: selected })
  if (focused.from !== selected) setFocused({ to: selected, from: selected })
  const here = focused.to

  const moveTo = (day: Day) => setFocused({ to: day, from: selected })

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const day = dayByKey(event.key, here, event.shiftKey)
    if (day === undefined) return
    event.preventDefault()
    // Render synchronously, so that the new day exists before it is focused; the month buttons keep the focus.
    flushSync(() => moveTo(day))
    dayRef.current?.focus()
  }

  return (
    <div>
      <div className={css.head}>
        <IconButton icon={left} label={t('calendar.month.previous')} onClick={() => moveTo(addMonths(here, -1))} />
        <h3 id={headId} aria-live="polite">
          {monthTitle(here, language)}
        </h3>
        <IconButton icon={right} label={t('calendar.month.next')} onClick={() => moveTo(addMonths(here, 1))} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the WAI-ARIA date grid is a table, too */}
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
  /** The day belongs to an adjacent month. */
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
