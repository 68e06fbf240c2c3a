import type { Mentorship } from '@saathi/contract/mentorship/entities'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { DeadlinesCard } from './deadlines-card.tsx'
import { EndedSessions } from './fallback-ended.tsx'
import css from './home-active.module.css'
import { PickUp } from './home-pick-up.tsx'
import { HomeSessions } from './home-sessions.tsx'
import { PartnerCard } from './partner-card.tsx'
import { RewardsCard } from './rewards-card.tsx'
import { shortName } from './short-name.ts'
import { walkLinks } from './walk-links.ts'

type ActiveHomeProps = {
  mentorship: Mentorship
  /** All that go on: who walks with two pairs goes from one to the other. */
  active: readonly Mentorship[]
}

export function ActiveHome({ mentorship, active }: ActiveHomeProps) {
  const t = useText()
  // A pair manager looks after the others and walks through no session.
  const isWalking = mentorship.part !== 'pair_manager'
  return (
    <div className={isWalking ? css.page : css.narrow}>
      <div className={css.main}>
        {active.length > 1 && <Switch shown={mentorship} active={active} />}
        <PartnerCard mentorship={mentorship} />
        {isWalking && (
          <>
            <PickUp mentorship={mentorship.id} />
            <HomeSessions mentorship={mentorship} />
            <EndedSessions />
          </>
        )}
      </div>
      {isWalking && (
        <aside className={css.side} aria-label={t('mentorship.side')}>
          <DeadlinesCard mentorship={mentorship.id} />
          <RewardsCard mentorship={mentorship.id} />
        </aside>
      )}
    </div>
  )
}

function Switch({ shown, active }: { shown: Mentorship; active: readonly Mentorship[] }) {
  const t = useText()
  return (
    <nav className={css.switch} aria-label={t('mentorship.switch')}>
      {active.map((mentorship) => (
        <Link
          key={mentorship.id}
          {...walkLinks(mentorship.id).toHome()}
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
