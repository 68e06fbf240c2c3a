import { useText } from '#core/i18n/texts.tsx'
import { useSessionContext } from './session/context.tsx'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { Failed } from '#core/ui/failed.tsx'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { Empty } from '#core/ui/empty.tsx'

/** The page title in the browser tab. */
export function AreaTitle({ of }: { of?: string }) {
  const t = useText()
  const area = t(useSessionContext().words.area)
  const names = of ? [of, area] : [area]
  return <title>{[...names, t('app.name')].join(' · ')}</title>
}

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

/** Shown in place of the hub if the person's programme has not opened it. Must not redirect: other redirects end here. */
export function LockedHub() {
  const t = useText()
  return (
    <>
      <AreaTitle />
      <Empty level={1} drawing={unlockDrawing} title={t('learning.locked.title')} text={t('learning.locked.text')} />
    </>
  )
}
