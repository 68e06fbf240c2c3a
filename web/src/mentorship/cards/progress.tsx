import { progressPercent } from '@saathi/contract/learning/progress'
import { cardState, type TimeColour } from '@saathi/contract/mentorship/progress'
import type { MentorshipCard, MentorshipSession } from '@saathi/contract/mentorship/entities'
import type { ReactNode } from 'react'
import { useText, type Translate, useLanguage } from '#core/i18n/texts.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { check, clock } from '#core/ui/icons.ts'
import { Badge } from '#core/ui/progress/badge.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { useNow } from '#core/use-now.ts'
import { BookmarkButton } from '#learning/public.ts'
import { tiers } from '../rewards.ts'
import { dayAndMonth } from '../deadlines/days.ts'
import { mentorshipBookmarks } from '../queries.ts'
import css from './progress.module.css'

type CardProgressProps = {
  session: MentorshipCard | MentorshipSession
  title: string
  /** The session can still be worked on; otherwise the earned badge is shown in place of the status. */
  isOpen: boolean
  /** Next to the status. */
  children?: ReactNode
}

/** Progress and status of a session, identical on its card and its pages. */
export function CardProgress({ session, title, isOpen, children }: CardProgressProps) {
  const t = useText()
  const { badge } = session
  const percent = progressPercent(session)
  return (
    <div className={css.foot}>
      <div className={css.state}>
        {isOpen && <CardStatus session={session} />}
        {!isOpen && badge && <Badge size={34} tier={tiers[badge]} label={t(`mentorship.badge.${badge}`)} />}
        {children}
      </div>
      <Thread
        slim
        value={percent}
        label={t('mentorship.card.progress', { title })}
        valueText={`${percent}%`}
        plain={percent === 0}
      />
    </div>
  )
}

type CardBookmarkProps = { session: number; title: string; isBookmarked: boolean }

export const CardBookmark = (card: CardBookmarkProps) => <BookmarkButton {...card} place={mentorshipBookmarks} />

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
