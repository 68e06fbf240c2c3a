import type { SurveyCard } from '@saathi/contract/surveys/entities'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check, lock, survey as sheet } from '#core/ui/icons.ts'
import { groupOf } from './resume.ts'
import css from './survey-icon.module.css'

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
