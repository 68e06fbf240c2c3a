import { progressPercent } from '@saathi/contract/learning/progress'
import type { MentorshipCard, MentorshipSession } from '@saathi/contract/mentorship/entities'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Badge } from '#core/ui/progress/badge.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { tiers } from './badge-tiers.ts'
import css from './cards-progress.module.css'
import { CardStatus } from './cards-status.tsx'

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
