import type { BadgeType } from '@saathi/contract/mentorship/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Badge } from '#core/ui/badge.tsx'
import { tiers } from './badge-tiers.ts'
import css from './session-badge.module.css'

/** Angles in an arc above the badge; the text is below it. */
const turns = Array.from({ length: 9 }, (_, place) => -128 + place * 32)

/** The badge just earned, with a burst of beads. */
export function SessionBadge({ badge }: { badge: BadgeType }) {
  const t = useText()
  return (
    <div className={css.badge}>
      <div className={css.beads} aria-hidden="true">
        {turns.map((turn) => (
          <i key={turn} style={{ rotate: `${turn}deg` }} />
        ))}
      </div>
      <Badge
        won
        tier={tiers[badge]}
        size={104}
        label={t(`mentorship.badge.${badge}`)}
        title={t(`mentorship.session.badge.${badge}`)}
      />
    </div>
  )
}
