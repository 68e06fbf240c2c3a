import type { BadgeType, MentorshipProgress } from '@saathi/contract/mentorship/entities'
import type { BadgeTier } from '#core/ui/progress/badge.tsx'
import { QUIZZES_PER_WEEK, streakOf } from '@saathi/contract/mentorship/progress'
import { twoDigits } from '#learning/public.ts'
import type { Translate } from '#core/i18n/texts.tsx'

export const tiers: Record<BadgeType, BadgeTier> = { Gold: 'gold', Silver: 'silver', Bronze: 'bronze' }

/** The number of streak weeks, and how to keep or start the streak. */
export function streakWords({ quizStreaks }: MentorshipProgress, now: Date, t: Translate) {
  const { count, isMaintained } = streakOf(quizStreaks, now)
  const state = isMaintained ? 'kept' : count === 0 ? 'none' : 'lost'
  return {
    isMaintained,
    title: t('mentorship.streak', { count: twoDigits(count) }),
    text: t(`mentorship.streak.${state}`, { count: QUIZZES_PER_WEEK }),
  }
}
