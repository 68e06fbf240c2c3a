import { type SurveyCard, completedAtOf } from '@saathi/contract/surveys/entities'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check, lock, survey as sheet } from '#core/ui/icons.ts'
import { groupOf } from '../resume.ts'
import { surveyDay } from './day.ts'
import css from './icon.module.css'

/** '8 min · by 20th Nov', 'Completed on 3rd Nov', 'Closed on 1st Nov'. */
export function SurveyMeta({ survey, className }: { survey: SurveyCard; className?: string | undefined }) {
  const t = useText()
  const language = useLanguage()
  const { minutes, closesAt, status } = survey
  const group = groupOf(survey)
  const completedAt = completedAtOf(status)
  const until = closesAt === null ? undefined : surveyDay(closesAt, language)
  const words = {
    pending: [t('surveys.minutes', { minutes }), until && t('surveys.closesBy', { day: until })],
    completed: [completedAt ? t('surveys.completedOn', { day: surveyDay(completedAt, language) }) : t('surveys.completed')],
    closed: [until ? t('surveys.closedOn', { day: until }) : t('surveys.closed')],
  }[group]
  return <p className={className}>{words.filter(Boolean).join(' · ')}</p>
}

type SurveyIconProps = { survey: SurveyCard; className?: string | undefined }

/** The survey's picture while it is pending, a tick once completed. Decorative. */
export function SurveyIcon({ survey, className }: SurveyIconProps) {
  const group = groupOf(survey)
  const shape = { pending: sheet, completed: check, closed: lock }[group]
  return (
    <span className={classNames(css.icon, css[group], className)}>
      {group === 'pending' && survey.icon ? (
        <img src={survey.icon} alt="" width={64} height={64} decoding="async" />
      ) : (
        <Icon of={shape} size={32} />
      )}
    </span>
  )
}
