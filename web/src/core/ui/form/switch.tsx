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
    <button
      type="button"
      role="switch"
      className={css.switch}
      aria-label={label}
      aria-checked={checked}
      // Not `disabled`: it would remove the switch and its reason from the tab order.
      aria-disabled={isFixed || undefined}
      aria-describedby={fixedReasonId}
      onClick={() => !isFixed && onChange(!checked)}
    >
      <span className={css.track}>
        <span className={css.knob} />
      </span>
    </button>
  )
}
