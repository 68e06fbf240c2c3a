import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { SkeletonGroup } from '#core/ui/skeleton.tsx'
import css from './feed-list.module.css'
import { PostSkeleton } from './feed-skeleton.tsx'
import { useNear } from './use-near.ts'

type FeedMoreProps = {
  /** Cursor of the next page; null at the end. */
  next: string | null
  isFetching: boolean
  error: Error | null
  onNear: () => void
  onMore: () => void
}

/** Below the last item: the next page loads automatically or by the button, or the end is shown. */
export function FeedMore({ next, isFetching, error, onNear, onMore }: FeedMoreProps) {
  const t = useText()
  // After a failure nothing is loaded automatically.
  const place = useNear(error ? null : next, onNear)
  const isOffline = useConnection() === 'offline'

  if (next === null) return <p className={css.end}>{t('feed.end')}</p>
  return (
    <div ref={place} className={css.more}>
      {isFetching && (
        <SkeletonGroup label={t('feed.loadingMore')}>
          <PostSkeleton />
        </SkeletonGroup>
      )}
      {error && !isFetching && (
        <Note live="alert" tone="warn" title={t('feed.moreFailed')}>
          {t(isOffline ? 'feed.failed.offline' : errorTextKey(error))}
        </Note>
      )}
      <Button className={css.ask} kind="line" busy={isFetching} busyLabel={t('feed.moreBusy')} onClick={onMore}>
        {t(error ? 'action.retry' : 'feed.more')}
      </Button>
    </div>
  )
}
