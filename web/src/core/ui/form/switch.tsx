import { Switch as Base } from '@base-ui/react/switch'
import css from './switch.module.css'

export type SwitchProps = {
  /** The accessible name; the visible text is the page's. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  /** If set, the switch cannot be changed, and the text with this id says why. */
  fixedReasonId?: string | undefined
}

export function Switch({ label, checked, onChange, fixedReasonId }: SwitchProps) {
  const isFixed = fixedReasonId !== undefined
  return (
    <Base.Root
      className={css.switch}
      aria-label={label}
      checked={checked}
      // Not `disabled`: it would remove the switch and its reason from the tab order.
      readOnly={isFixed}
      aria-disabled={isFixed || undefined}
      aria-describedby={fixedReasonId}
      onCheckedChange={(next) => onChange(next)}
    >
      <span className={css.track}>
        <Base.Thumb className={css.knob} />
      </span>
    </Base.Root>
  )
}
