import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'

type FailedFeedProps = { error: Error; isFetching: boolean; onRetry: () => void; level?: 2 | 3; small?: boolean }

export function FailedFeed({ error, isFetching, onRetry, level = 2, small = false }: FailedFeedProps) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  return (
    <Failed
      title={t('feed.failed.title')}
      text={t(isOffline ? 'feed.failed.offline' : errorTextKey(error))}
      retryLabel={t('action.retry')}
      retryingLabel={t('action.retrying')}
      retrying={isFetching}
      onRetry={onRetry}
      level={level}
      small={small}
    />
  )
}
