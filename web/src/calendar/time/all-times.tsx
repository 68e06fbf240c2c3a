import type { FoundTimes } from '@saathi/contract/calendar/time-calls'
import { useState } from 'react'
import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { calendar, clock, left, right } from '#core/ui/icons.ts'
import { mediaQuery } from '#core/ui/media-query.ts'
import { useNow } from '#mentorship/public.ts'
import { shortDay } from '../day-names.ts'
import { addDays, firstOfWeek } from '../days.ts'
import { FreeHoursDialog } from './free-hours.tsx'
import css from './page.module.css'
import { TimeStrip } from './strip.tsx'
import { TimeWeek } from './week.tsx'

const useIsWide = mediaQuery('(min-width: 720px)')

type AllTimesProps = { times: FoundTimes; minutes: number; value: string | null; onChoose: (at: string) => void }

/** A week view where there is room, otherwise a strip of days. */
export function AllTimes({ times, minutes, value, onChoose }: AllTimesProps) {
  const t = useText()
  const language = useLanguage()
  const today = plainDay(useNow().toISOString())
  const isWide = useIsWide()
  const firstOpen = plainDay(value ?? times.slots[0] ?? `${today}T12:00:00+05:30`)
  const [monday, setMonday] = useState(() => firstOfWeek(firstOpen))
  const days = Array.from({ length: 7 }, (_, place) => addDays(monday, place))
  const sunday = addDays(monday, 6)
  return (
    <section className={css.all} aria-label={t('findTime.all')}>
      <div className={css.weeks}>
        <IconButton
          icon={left}
          label={t('findTime.week.previous')}
          disabled={monday <= today}
          onClick={() => setMonday(addDays(monday, -7))}
        />
        <b aria-live="polite">{`${shortDay(monday, today, language)} – ${shortDay(sunday, today, language)}`}</b>
        <IconButton
          icon={right}
          label={t('findTime.week.next')}
          disabled={addDays(monday, 7) > plainDay(times.until)}
          onClick={() => setMonday(addDays(monday, 7))}
        />
      </div>
      {isWide ? (
        <div className={css.card}>
          <TimeWeek days={days} today={today} times={times} value={value} onChoose={onChoose} />
        </div>
      ) : (
        <TimeStrip key={monday} days={days} today={today} times={times} minutes={minutes} value={value} onChoose={onChoose} />
      )}
    </section>
  )
}

type TimesFootProps = { times: FoundTimes; isAll: boolean; mentorship: number; onAll: () => void }

export function TimesFoot({ times, isAll, mentorship, onAll }: TimesFootProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  // A new key each time, so that the dialog starts with the saved hours.
  const [opened, setOpened] = useState(0)
  return (
    <div className={css.foot}>
      {!isAll && (
        <Button kind="quiet" onClick={onAll}>
          <Icon of={calendar} size={18} /> {t('findTime.seeAll')}
        </Button>
      )}
      <Button
        kind="quiet"
        onClick={() => {
          setOpened(opened + 1)
          setOpen(true)
        }}
      >
        <Icon of={clock} size={18} /> {t(times.freeHours ? 'findTime.change' : 'findTime.set')}
      </Button>
      <FreeHoursDialog
        key={opened}
        open={isOpen}
        mentorship={mentorship}
        before={times.freeHours}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
