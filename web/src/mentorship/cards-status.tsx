import { cardState } from '@saathi/contract/mentorship/card-state'
import type { MentorshipCard, MentorshipSession } from '@saathi/contract/mentorship/entities'
import type { TimeColour } from '@saathi/contract/mentorship/time-left'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { check, clock } from '#core/ui/icons.ts'
import { dayAndMonth } from './deadlines-days.ts'
import { useNow } from '#core/use-now.ts'

const tones: Record<TimeColour, ChipTone> = { green: 'ok', yellow: 'warn', red: 'bad' }

/** The partner who still has to finish, and the time left; the text conveys the colour too. */
export function CardStatus({ session }: { session: MentorshipCard | MentorshipSession }) {
  const t = useText()
  const language = useLanguage()
  const state = cardState(session, useNow())
  switch (state.says) {
    case 'partnerOpen':
      return <Chip>{t('mentorship.card.partnerOpen')}</Chip>
    case 'completed':
      return (
        <Chip tone="ok" icon={check}>
          {t('mentorship.card.completed')}
        </Chip>
      )
    case 'completeBy':
      return (
        <Chip tone={tones[state.colour]} icon={clock}>
          {state.endDate === null
            ? t('mentorship.card.completeSoon')
            : t('mentorship.card.completeBy', { date: dayAndMonth(state.endDate, language) })}
        </Chip>
      )
    case 'timeLeft':
      return (
        <Chip tone={tones[state.colour]} icon={clock}>
          {timeLeftText(state.days, t)}
        </Chip>
      )
  }
}

export function timeLeftText(days: number | null, t: Translate): string {
  if (days === null) return t('mentorship.time.none')
  if (days < 0) return t('mentorship.time.overdue', { days: -days })
  return days === 0 ? t('mentorship.time.today') : t('mentorship.time.left', { days })
}
