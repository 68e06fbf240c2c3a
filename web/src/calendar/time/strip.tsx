import type { FoundTimes } from '@saathi/contract/calendar/time-calls'
import { useState } from 'react'
import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { fullDay, longDay } from '../day-names.ts'
import type { Day } from '../days.ts'
import { TimeChoices } from './choices.tsx'
import { shortWeekday } from './names.ts'
import css from './strip.module.css'

type StripProps = {
  days: readonly Day[]
  today: Day
  times: FoundTimes
  minutes: number
  value: string | null
  onChoose: (at: string) => void
}

/** A strip of days, and the times from the tapped one on, for phones. */
export function TimeStrip({ days, today, times, minutes, value, onChoose }: StripProps) {
  const t = useText()
  const language = useLanguage()
  const byDay = Map.groupBy(times.slots, plainDay)
  const firstOpen = days.find((day) => byDay.has(day)) ?? days[0] ?? today
  const [tapped, setTapped] = useState<Day | null>(null)
  const day = tapped !== null && days.includes(tapped) ? tapped : firstOpen
  const following = days.filter((each) => each > day && byDay.has(each)).slice(0, 1)
  const sub = t(times.areOthersKnown ? 'findTime.both' : 'findTime.yours')
  return (
    <div className={css.frame}>
      <div className={css.strip} role="group" aria-label={t('findTime.days')}>
        {days.map((each) => (
          <button
            key={each}
            type="button"
            className={classNames(css.day, byDay.has(each) && css.open)}
            aria-pressed={each === day}
            onClick={() => setTapped(each)}
          >
            <span className="sr">{t('findTime.day', { day: fullDay(each, language), count: byDay.get(each)?.length ?? 0 })}</span>
            <span aria-hidden="true">
              {shortWeekday(`${each}T12:00:00+05:30`, language)} <b>{Number(each.slice(8))}</b>
            </span>
          </button>
        ))}
      </div>
      {[day, ...following].map((each) => {
        const slots = byDay.get(each) ?? []
        const title = longDay(each, today, language)
        return (
          <section key={each} className={css.times} aria-label={title}>
            <h2>
              {title} {slots.length > 0 && <Chip>{t('findTime.count', { count: slots.length })}</Chip>}
            </h2>
            {slots.length === 0 ? (
              <p className={css.none}>{t('findTime.none.day')}</p>
            ) : (
              <TimeChoices
                legend={title}
                times={slots.map((at) => ({ at, sub }))}
                minutes={minutes}
                value={value}
                hasDay={false}
                onChoose={onChoose}
              />
            )}
          </section>
        )
      })}
    </div>
  )
}
