import { remainingSessions } from '@saathi/contract/mentorship/counts'
import type { MentorshipProgress } from '@saathi/contract/mentorship/entities'
import { twoDigits } from '#learning/public.ts'
import { useText } from '#core/i18n/texts.tsx'
import css from './partner-numbers.module.css'

export function PartnerNumbers({ progress }: { progress: MentorshipProgress }) {
  const t = useText()
  const { completedSessions, completedQuiz, totalQuiz, badges } = progress
  return (
    <dl className={css.numbers}>
      <Number value={twoDigits(completedSessions)} label={t('mentorship.number.completed')} />
      <Number value={twoDigits(remainingSessions(progress))} label={t('mentorship.number.remaining')} />
      <Number value={`${completedQuiz}/${totalQuiz}`} label={t('mentorship.number.quizzes')} />
      <Number value={twoDigits(badges.length)} label={t('mentorship.number.badges')} />
    </dl>
  )
}

function Number({ value, label }: { value: string; label: string }) {
  return (
    <div className={css.number}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
