import type { SessionCard as Session } from '@saathi/contract/learning/entities'
import { progressPercent, remainingMinutes, showsCompleted } from '@saathi/contract/learning/progress'
import { useText } from '#core/i18n/texts.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { check } from '#core/ui/icons.ts'
import { Thread } from '#core/ui/progress/thread.tsx'
import css from './session-card.module.css'

/** Progress of a session: not started, ongoing or done. */
export function SessionProgress({ session, title }: { session: Session; title: string }) {
  const t = useText()
  const label = t('learning.progressOf', { title })
  const length = t('learning.minutes', { minutes: Math.ceil(session.sessionDuration) })

  if (showsCompleted(session)) {
    return (
      <div className={css.foot}>
        <Thread slim value={100} label={label} valueText={t('learning.completed')} plain />
        <p className={css.meta}>
          <Chip tone="ok" icon={check} className={css.chip}>
            {t('learning.completed')}
          </Chip>
          <span>{length}</span>
        </p>
      </div>
    )
  }

  if (session.sessionStatus === 'NOT_STARTED' && session.durationCompleted === 0) {
    return (
      <div className={css.foot}>
        {session.chosenTags?.[0] && <p className={css.why}>{t('learning.because', { tag: session.chosenTags[0] })}</p>}
        <p className={css.meta}>
          <span>{length}</span>
          {session.totalSteps > 0 && <span>{t('learning.steps', { count: session.totalSteps })}</span>}
        </p>
      </div>
    )
  }

  const percent = `${progressPercent(session)}%`
  const left = t('learning.minutesLeft', { minutes: Math.ceil(remainingMinutes(session)) })
  const time = session.durationCompleted > 0 ? left : length
  return (
    <div className={css.foot}>
      <Thread slim value={progressPercent(session)} label={label} valueText={`${percent}, ${time}`} />
      <p className={css.meta}>
        <span>{percent}</span>
        <span>{time}</span>
      </p>
    </div>
  )
}
