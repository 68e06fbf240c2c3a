import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'

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
