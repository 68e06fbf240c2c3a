import { Icon } from '../icon.tsx'
import { check } from '../icons.ts'
import type { IconShape } from '../icons.ts'
import css from './beads.module.css'
import { classNames } from '../class-names.ts'

export type BeadState = 'done' | 'now' | 'next'
export type Bead = {
  /** Name of the step. */
  label: string
  state: BeadState
  /** Replaces the number: a goal at the end. */
  icon?: IconShape | undefined
  /** Just reached: the thread fills up to it and it animates once. */
  isNew?: boolean | undefined
}

export type BeadsProps = {
  steps: readonly Bead[]
  /** Current position: "Step 2 of 3". */
  label: string
  /** For screen readers, after a step's label. */
  stateLabels: Record<BeadState, string>
  vertical?: boolean | undefined
  /** Shows only the numbers; labels are still read by screen readers. */
  wordless?: boolean | undefined
  className?: string | undefined
}

export function Beads({ steps, label, stateLabels, vertical, wordless, className }: BeadsProps) {
  const look = classNames(css.beads, vertical ? css.vertical : css.horizontal, wordless && css.wordless, className)
  return (
    <ol className={look} aria-label={label}>
      {steps.map((step, place) => (
        <li
          key={place}
          className={classNames(css[step.state], step.isNew && css.fresh)}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <b className={classNames(css.bead, step.icon && step.state !== 'done' && css.goal)} aria-hidden="true">
            <Mark step={step} place={place} />
          </b>
          <span className={wordless ? 'sr' : css.word}>
            {step.label}
            <span className="sr">, {stateLabels[step.state]}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Mark({ step, place }: { step: Bead; place: number }) {
  if (step.state === 'done') return <Icon of={check} size={18} />
  if (step.icon) return <Icon of={step.icon} size={22} />
  return place + 1
}
