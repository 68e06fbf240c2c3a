import { Link } from '@tanstack/react-router'
import { Icon } from '#core/ui/icon.tsx'
import { close } from '#core/ui/icons.ts'
import css from './stage-frame.module.css'

type SurveyCloseProps = { label: string; survey?: number | undefined }

/** The way out, at the top: to the survey it belongs to, or to the list. */
export function SurveyClose({ label, survey }: SurveyCloseProps) {
  const way = survey === undefined ? { to: '/surveylisting' } : { to: '/survey', search: { survey } }
  return (
    <Link {...way} className={css.close} aria-label={label}>
      <Icon of={close} size={22} />
    </Link>
  )
}
