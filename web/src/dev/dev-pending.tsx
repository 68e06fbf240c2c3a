import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'

type DevPendingProps = { error: Error | null; isFetching: boolean; onRetry: () => void }

/** Shown while loading or after a failure. */
export function DevPending({ error, isFetching, onRetry }: DevPendingProps) {
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
