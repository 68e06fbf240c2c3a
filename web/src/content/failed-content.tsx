import noResults from '#art/no-results.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Failed } from '#core/ui/failed.tsx'

type FailedContentProps = { error: Error; isFetching: boolean; onRetry: () => void }

export function FailedContent({ error, isFetching, onRetry }: FailedContentProps) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  return (
    <Card>
      <Failed
        title={t('content.failed')}
        text={t(isOffline ? 'content.offline' : errorTextKey(error))}
        retryLabel={t('action.retry')}
        retryingLabel={t('action.retrying')}
        retrying={isFetching}
        onRetry={onRetry}
      />
    </Card>
  )
}

export function NoContent() {
  const t = useText()
  return (
    <Card>
      <Empty drawing={noResults} title={t('content.none')} />
    </Card>
  )
}
