import { type SurveyCard, completedAtOf } from '@saathi/contract/surveys/entities'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { groupOf } from './resume.ts'
import { surveyDay } from './survey-day.ts'

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
