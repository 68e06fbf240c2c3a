import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import css from './switch.module.css'
import { shortName } from '../short-name.ts'

type HomeSwitchProps = { shown: Mentorship; active: readonly Mentorship[]; linkOf: (mentorship: number) => LinkProps }

/** Switches between mentorships without adding history entries. */
export function HomeSwitch({ shown, active, linkOf }: HomeSwitchProps) {
  const t = useText()
  return (
    <nav className={css.switch} aria-label={t('mentorship.switch')}>
      {active.map((mentorship) => (
        <Link
          key={mentorship.id}
          {...linkOf(mentorship.id)}
          className={css.choice}
          aria-current={mentorship.id === shown.id ? 'true' : undefined}
          activeProps={{}}
          replace
        >
          {namesOf(mentorship) || t('mentorship.switch.one', { id: mentorship.id })}
        </Link>
      ))}
    </nav>
  )
}

const namesOf = ({ partners }: Mentorship) => partners.map(shortName).join(', ')
