import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { INDIA, momentOf, wallAt } from '@saathi/contract/calendar/zone'
import { useQuery } from '@tanstack/react-query'
import { plainDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { mentorshipsQuery } from '#mentorship/public.ts'
import { addDays } from '../days.ts'
import { dayAndClock, timeRange } from '../time/names.ts'
import { timesQuery } from '../time/queries.ts'
import css from './form.module.css'

type EventWarningProps = {
  moment: Date | null
  minutes: number
  mentorship: number
  /** The event being changed, which does not clash with itself. */
  eventId: number | undefined
  now: Date
  onTake: (at: string) => void
}

/**
 * Warns before saving about a time in the past, a clash, or a time at which the other person is not free, and suggests better
 * ones. It blocks nothing.
 */
export function EventWarning({ moment, minutes, mentorship, eventId, now, onTake }: EventWarningProps) {
  const t = useText()
  const language = useLanguage()
  const isPast = moment !== null && moment < now
  const { data } = useQuery({ ...timesQuery(mentorship, minutes, eventId), enabled: moment !== null && !isPast })
  const mentorships = useQuery(mentorshipsQuery)
  if (moment === null) return null
  const take = (at: string) => (
    <Button key={at} kind="line" size="sm" onClick={() => onTake(at)}>
      {t('calendar.warn.take', { when: dayAndClock(at, language) })}
    </Button>
  )
  if (isPast) {
    return (
      <Note tone="warn" live="status">
        <p>{t('calendar.warn.past')}</p>
        <div className={css.choices}>{take(sameTimeLater(moment, now))}</div>
      </Note>
    )
  }
  if (!data || moment > new Date(data.until)) return null
  const from = moment.getTime()
  const until = from + minutes * 60_000
  const isAt = (span: { from: string; until: string }) => Date.parse(span.from) < until && from < Date.parse(span.until)
  const clash = data.planned.find(isAt)
  const isBusy = !clash && data.busy.some(isAt)
  const isMine = data.mine.some((span) => Date.parse(span.from) <= from && until <= Date.parse(span.until))
  const isShared = data.slots.includes(moment.toISOString()) || from % 1_800_000 !== 0
  // The other person's times are known only within the caller's own free hours.
  const isOutsideTheirHours = !clash && !isBusy && isMine && data.areOthersKnown && !isShared
  if (!clash && !isBusy && !isOutsideTheirHours) return null
  const better = data.slots.length > 0 ? data.suggested.slice(0, 2) : []
  return (
    <Note tone="warn" live="status">
      {clash && (
        <p>
          {t('calendar.warn.clash', {
            title: clash.title,
            time: timeRange(clash.from, (Date.parse(clash.until) - Date.parse(clash.from)) / 60_000, language),
          })}
        </p>
      )}
      {isBusy && <p>{t('calendar.warn.busy')}</p>}
      {isOutsideTheirHours && (
        <p>{t('calendar.warn.theirs', { who: nameOf(mentorships.data, mentorship) ?? t('findTime.group') })}</p>
      )}
      {better.length > 0 && (
        <>
          <p>{t('calendar.warn.better')}</p>
          <div className={css.choices}>{better.map(({ at }) => take(at))}</div>
        </>
      )}
    </Note>
  )
}

const nameOf = (all: readonly Mentorship[] | undefined, id: number): string | undefined => {
  const found = all?.find((mentorship) => mentorship.id === id)
  return found?.groupType === '1to1' ? found.partners[0]?.firstName : undefined
}

/** The same time of day, today or tomorrow. */
function sameTimeLater(moment: Date, now: Date): string {
  const { time } = wallAt(moment, INDIA)
  const today = plainDay(now.toISOString())
  const at = momentOf({ date: today, time }, INDIA)
  return (at > now ? at : momentOf({ date: addDays(today, 1), time }, INDIA)).toISOString()
}
