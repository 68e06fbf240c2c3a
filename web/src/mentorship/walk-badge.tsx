import type { BadgeType } from '@saathi/contract/mentorship/entities'
import { useText } from '#core/i18n/texts.tsx'
import { Badge } from '#core/ui/badge.tsx'
import { tiers } from './badge-tiers.ts'
import css from './walk-badge.module.css'

/** Over the badge from one side to the other; below it stand the words. */
const turns = Array.from({ length: 9 }, (_, place) => -128 + place * 32)

/** What one has just earned, among beads that fly apart once. */
export function WalkBadge({ badge }: { badge: BadgeType }) {
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
