import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Failed } from '#core/ui/failed.tsx'

type FailedQuery = { error: Error | null; isFetching: boolean; refetch: () => unknown }
type HomeFailedProps = { title: string; query: FailedQuery; level?: 1 | 2 | 3 | 4; small?: boolean }

/** Error of one section; the other sections stay. */
export function HomeFailed({ title, query: { error, isFetching, refetch }, level = 2, small = false }: HomeFailedProps) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  return (
    <Failed
      title={title}
      text={t(isOffline ? 'mentorship.failed.offline' : errorTextKey(error))}
      retryLabel={t('action.retry')}
      retryingLabel={t('action.retrying')}
      retrying={isFetching}
      onRetry={() => void refetch()}
      level={level}
      small={small}
    />
  )
}

/** The page title in the browser tab. */
export function HomeTitle({ of }: { of?: string | undefined }) {
  const t = useText()
  const names = of ? [of, t('mentorship.title')] : [t('mentorship.title')]
  return <title>{[...names, t('app.name')].join(' · ')}</title>
}
