import type { ReactNode } from 'react'
import css from './filter-form.module.css'

type TickRowProps = { checked: boolean; onChange: (isChecked: boolean) => void; children: ReactNode }

/** Smaller than the kit's checkbox: here several are close together. */
export function TickRow({ checked, onChange, children }: TickRowProps) {
  return (
    <label className={css.tick}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  )
}
