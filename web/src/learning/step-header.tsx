import type { SessionDetail } from '@saathi/contract/learning/detail'
import { progressPercent } from '@saathi/contract/learning/progress'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { close } from '#core/ui/icons.ts'
import { titleOf } from './session-card.tsx'
import css from './step-header.module.css'

/** So many segments stand apart; of more, the gaps would take the room. */
const MANY = 12

type StepHeaderProps = { session: SessionDetail; place: number; onLeave: () => void }

/** The way out, and how far one has come: a segment a step, and the part of the time that is done. */
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
        // The second of two taps was for what stood here before, as the way out of a quiz does.
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
