import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { localTime, indiaTime } from './day-times.ts'
import css from './event-card.module.css'

/** In India's time, and also in local time with its zone if that differs. */
export function EventTime({ time }: { time: string }) {
  const t = useText()
  const language = useLanguage()
  const other = localTime(time, language)
  return (
    <span className={css.when}>
      <time dateTime={time}>{indiaTime(time, language)}</time>
      {other && (
        <>
          <span className={css.zone}>{t('calendar.zone.india')}</span>
          <span className={css.zone}>{t('calendar.zone.other', other)}</span>
        </>
      )}
    </span>
  )
}
