import type { StaffLook } from '@saathi/contract/accounts/look-calls'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import css from './people.module.css'

/** Staff acts concerning the person: who opened or changed what, and why. */
export function LookList({ looks }: { looks: readonly StaffLook[] }) {
  const t = useText()
  const language = useLanguage()
  return (
    <ul className={css.looks}>
      {looks.map(({ id, by, what, reason, at }) => (
        <li key={id}>
          <b>{by ?? t('staff.look.former')}</b>
          <small>
            {t(`staff.look.${what}`)}
            {reason !== null && `: ${reason}`}
          </small>
          <small>{dayAndTime(at, language)}</small>
        </li>
      ))}
    </ul>
  )
}
