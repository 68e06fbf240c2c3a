import { Link } from '@tanstack/react-router'
import { Icon } from '#core/ui/icon.tsx'
import { close } from '#core/ui/icons.ts'
import css from './stage-frame.module.css'

type SurveyCloseProps = { label: string; survey?: number | undefined }

/** The close button: to the survey, or to the list. */
export function SurveyClose({ label, survey }: SurveyCloseProps) {
  const link = survey === undefined ? { to: '/surveylisting' } : { to: '/survey', search: { survey } }
  return (
    <Link {...link} className={css.close} aria-label={label}>
      <Icon of={close} size={22} />
    </Link>
  )
}
