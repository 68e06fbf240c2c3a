import type { SessionDetail } from '@saathi/contract/learning/detail'
import { progressPercent } from '@saathi/contract/learning/progress'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close } from '#core/ui/icons.ts'
import { titleOf } from './session-card.tsx'
import css from './step-header.module.css'

/** Above this number, the gaps between segments would take too much space. */
const MANY = 12

type StepHeaderProps = { session: SessionDetail; place: number; onLeave: () => void }

/** The close button and the progress: one segment per step, and the percentage of time. */
export function StepHeader({ session, place, onLeave }: StepHeaderProps) {
  const t = useText()
  const steps = session.sessionSteps
  const percent = progressPercent(session)
  return (
    <div className={css.header}>
      <IconButton
        icon={close}
        iconSize={22}
        label={t('learning.step.leave')}
        className={css.leave}
        // Ignore the second of two taps: it was meant for the close button of a quiz at the same position.
        onClick={({ detail }) => detail <= 1 && onLeave()}
      />
      <div
        className={classNames(css.segments, steps.length > MANY && css.many)}
        role="progressbar"
        aria-label={t('learning.progressOf', { title: titleOf(session) })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${t('learning.step.place', { number: place + 1, total: steps.length })}`}
      >
        {steps.map(({ id, status }, at) => (
          <i key={id} className={classNames(status === 'COMPLETED' && css.done, at === place && css.now)} />
        ))}
      </div>
      <span className={css.percent} aria-hidden="true">
        {percent}%
      </span>
    </div>
  )
}
