import { Icon } from '#core/ui/icon.tsx'
import { bell } from '#core/ui/icons.ts'
import css from './bar-button.module.css'

/** Holds the bell's place until it is there, so that nothing in the bar moves. */
export function BellPlace() {
  return (
    <span className={css.button} aria-hidden="true">
      <Icon of={bell} size={22} />
    </span>
  )
}
