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
  /** Where the next page begins; null at the end. */
  next: string | null
  isFetching: boolean
  error: Error | null
  onNear: () => void
  onAsk: () => void
}

/** What stands under the last item: the next page comes by itself, or by the button, or there is none. */
export function FeedMore({ next, isFetching, error, onNear, onAsk }: FeedMoreProps) {
  const t = useText()
  // After a failure nothing is tried behind the person's back.
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
      <Button className={css.ask} kind="line" busy={isFetching} busyLabel={t('feed.moreBusy')} onClick={onAsk}>
        {t(error ? 'action.retry' : 'feed.more')}
      </Button>
    </div>
  )
}
