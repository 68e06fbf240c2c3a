import type { BadgeType } from '@saathi/contract/mentorship/entities'
import type { BadgeTier } from '#core/ui/progress/badge.tsx'

export const tiers: Record<BadgeType, BadgeTier> = { Gold: 'gold', Silver: 'silver', Bronze: 'bronze' }
