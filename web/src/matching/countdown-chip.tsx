import { expiryOf, timeLeft } from '@saathi/contract/matching/countdown'
import type { MatchTracker } from '@saathi/contract/matching/entities'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { clock } from '#core/ui/icons.ts'
import { useNow } from '#mentorship/public.ts'

const HOURS_A_DAY = 24
/** With this many days left, the hours are not shown. */
const IN_DAYS_FROM = 3

export type CountdownChipProps = { match: MatchTracker; expiryHours: number }

export function CountdownChip({ match, expiryHours }: CountdownChipProps) {
  const t = useText()
  const now = useNow()
  return (
    <Chip tone="warn" icon={clock}>
      {words(expiryOf(match, expiryHours), now.getTime(), t)}
    </Chip>
  )
}

function words(until: number, now: number, t: Translate): string {
  const { days, hours, minutes } = timeLeft(until, now)
  if (days >= IN_DAYS_FROM) return t('matching.card.days', { count: days })
  const allHours = days * HOURS_A_DAY + hours
  if (allHours > 0) return t('matching.card.hours', { count: allHours })
  return minutes > 0 ? t('matching.card.minutes', { count: minutes }) : t('matching.card.soon')
}
