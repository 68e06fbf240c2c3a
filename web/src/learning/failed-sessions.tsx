import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'

type FailedSessionsProps = { error: Error; isFetching: boolean; onRetry: () => void; level?: 2 | 3; small?: boolean }

export function FailedSessions({ error, isFetching, onRetry, level = 2, small = false }: FailedSessionsProps) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  return (
    <Failed
      title={t('learning.failed.title')}
      text={t(isOffline ? 'learning.failed.offline' : errorTextKey(error))}
      retryLabel={t('learning.retry')}
      retrying={isFetching}
      onRetry={onRetry}
      level={level}
      small={small}
    />
  )
}
