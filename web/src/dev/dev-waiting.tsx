import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'

type DevWaitingProps = { error: Error | null; isFetching: boolean; onRetry: () => void }

/** Until there is something to show: on its way, or failed. */
export function DevWaiting({ error, isFetching, onRetry }: DevWaitingProps) {
  const t = useText()
  return (
    <Card>
      {error ? (
        <Failed
          title={t('dev.failed')}
          text={t(errorTextKey(error))}
          retryLabel={t('dev.retry')}
          retrying={isFetching}
          onRetry={onRetry}
        />
      ) : (
        <SkeletonGroup label={t('dev.loading')}>
          <Skeleton shape="block" />
        </SkeletonGroup>
      )}
    </Card>
  )
}
