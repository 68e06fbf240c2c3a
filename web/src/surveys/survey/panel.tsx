import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { close } from '#core/ui/icons.ts'
import { mediaQuery } from '#core/ui/media-query.ts'
import { runnerFrame } from '#questions/public.ts'
import css from './panel.module.css'

type SurveyPanelProps = { background: string | null; className?: string | undefined; children: ReactNode }

/** One column on a phone; on wide screens a panel in front of the survey's picture. */
export function SurveyPanel({ background, className, children }: SurveyPanelProps) {
  const isWide = useIsWide()
  const isLight = useDataLight()
  return (
    <div className={css.frame}>
      {isWide && !isLight && background && (
        <div className={css.behind}>
          <img src={background} alt="" decoding="async" />
        </div>
      )}
      <div className={classNames(css.panel, runnerFrame.panel, className)}>{children}</div>
    </div>
  )
}

/** Above 800 px: narrower screens have no space for a background picture and should not fetch it. */
const useIsWide = mediaQuery('not all and (max-width: 800px)')

type SurveyCloseProps = { label: string; survey?: number | undefined }

/** The close button: to the survey, or to the list. */
export function SurveyClose({ label, survey }: SurveyCloseProps) {
  const link = survey === undefined ? { to: '/surveylisting' } : { to: '/survey', search: { survey } }
  return (
    <Link {...link} className={runnerFrame.close} aria-label={label}>
      <Icon of={close} size={22} />
    </Link>
  )
}
