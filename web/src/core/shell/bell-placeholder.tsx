import { Icon } from '#core/ui/icon.tsx'
import { bell } from '#core/ui/icons.ts'
import css from './bar-button.module.css'

/** Takes the bell's space until it loads, so that nothing in the bar moves. */
export function BellPlaceholder() {
  return (
    <span className={css.button} aria-hidden="true">
      <Icon of={bell} size={22} />
    </span>
  )
}
