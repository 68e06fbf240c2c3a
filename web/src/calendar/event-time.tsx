import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { elsewhere, indiaTime } from './day-times.ts'
import css from './event-card.module.css'

/** In India's time; and where the reader's own clock shows another, in that one too, with its name. */
export function EventTime({ time }: { time: string }) {
  const t = useText()
  const language = useLanguage()
  const other = elsewhere(time, language)
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
