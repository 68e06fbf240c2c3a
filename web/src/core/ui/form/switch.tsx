import type { ChangeEvent, MouseEvent } from 'react'
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

  // Not the disabled attribute: it would remove the switch and its reason from the tab order.
  function handleClick(event: MouseEvent) {
    if (isFixed) event.preventDefault()
  }

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    if (!isFixed) onChange(event.target.checked)
  }

  return (
    <span className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        aria-disabled={isFixed || undefined}
        aria-describedby={fixedReasonId}
        checked={checked}
        onClick={handleClick}
        onChange={handleChange}
      />
      <span className={css.track} aria-hidden="true" />
    </span>
  )
}
