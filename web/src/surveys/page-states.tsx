import { useText } from '#core/i18n/texts.tsx'
import { Link } from '@tanstack/react-router'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { ButtonLink } from '#core/ui/button.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'

/** The page title in the browser tab. */
export function SurveysTitle({ of }: { of?: string | undefined }) {
  const t = useText()
  const names = of ? [of, t('surveys.title')] : [t('surveys.title')]
  return <title>{[...names, t('app.name')].join(' · ')}</title>
}

type FailedSurveysProps = {
  of: 'list' | 'survey' | 'stage' | 'answers'
  error: Error
  isFetching: boolean
  onRetry: () => void
  level?: 1 | 2
}

export function FailedSurveys({ of, error, isFetching, onRetry, level = 1 }: FailedSurveysProps) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  return (
    <Failed
      level={level}
      title={t(`surveys.failed.${of}`)}
      text={t(isOffline ? 'surveys.failed.offline' : errorTextKey(error))}
      retryLabel={t('action.retry')}
      retryingLabel={t('action.retrying')}
      retrying={isFetching}
      onRetry={onRetry}
    />
  )
}

/** For people who have surveys in the menu but none to answer yet. */
export function LockedSurveys() {
  const t = useText()
  return (
    <>
      <SurveysTitle />
      <Empty
        level={1}
        drawing={unlockDrawing}
        title={t('surveys.locked.title')}
        text={t('surveys.locked.text')}
        action={
          <ButtonLink kind="primary" render={<Link to="/learninghub" />}>
            {t('surveys.locked.action')}
          </ButtonLink>
        }
      />
    </>
  )
}
