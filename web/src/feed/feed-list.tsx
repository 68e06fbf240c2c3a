import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import noResults from '#art/no-results.svg'
import sayHi from '#art/say-hi.svg'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Note } from '#core/ui/note.tsx'
import { SkeletonGroup } from '#core/ui/skeleton.tsx'
import type { LoadedFeed } from './cache.ts'
import { FailedFeed, FeedItem, PostSkeleton } from './feed-item.tsx'
import css from './feed-list.module.css'
import { type FeedFilter, isFiltered } from './filter/filter.ts'
import { feedQuery, useMorePosts } from './queries.ts'

type FeedListProps = { filter: FeedFilter; onClear: () => void }

const FIRST_IN_SIGHT = 2
/** A stable function, so that it is called only when its post appears. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

export function FeedList({ filter, onClear }: FeedListProps) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(feedQuery(filter))

  // Old posts are better than none: a failed refresh does not remove them.
  if (data && data.posts.length > 0) return <Posts feed={data} filter={filter} />
  if (error) {
    return (
      <Card>
        <FailedFeed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (data) {
    return (
      <Card>
        <NoPosts isFiltered={isFiltered(filter)} onClear={onClear} />
      </Card>
    )
  }
  return (
    <SkeletonGroup label={t('feed.loading')} className={css.list}>
      <PostSkeleton />
      <PostSkeleton />
    </SkeletonGroup>
  )
}

function Posts({ feed: { posts, next }, filter }: { feed: LoadedFeed; filter: FeedFilter }) {
  const t = useText()
  const { fetchMore, isFetching, error } = useMorePosts(filter)
  // After pressing the button, the focus moves to the first new post; the button has moved or is gone.
  const [reached, setReached] = useState<number>()

  const loadMore = (onMore?: (page: LoadedFeed) => void) => next !== null && fetchMore(next, onMore)
  return (
    <>
      <p className="sr" role="status">
        {t('feed.count', { count: posts.length })}
      </p>
      <div className={css.list} role="feed" aria-label={t('feed.label')} aria-busy={isFetching}>
        {posts.map((post, index) => (
          <FeedItem
            key={post.id}
            post={post}
            isFirst={index < FIRST_IN_SIGHT}
            tabIndex={-1}
            ref={post.id === reached ? takeFocus : undefined}
            aria-posinset={index + 1}
            aria-setsize={next === null ? posts.length : -1}
          />
        ))}
      </div>
      <FeedMore
        next={next}
        isFetching={isFetching}
        error={error}
        onNear={loadMore}
        onMore={() => loadMore((page) => setReached(page.posts[0]?.id))}
      />
    </>
  )
}

function NoPosts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useText()
  if (!isFiltered) return <Empty drawing={sayHi} title={t('feed.empty.title')} text={t('feed.empty.text')} />
  const clear = (
    <Button kind="soft" onClick={onClear}>
      {t('feed.noMatch.action')}
    </Button>
  )
  return (
    <div role="status">
      <Empty drawing={noResults} title={t('feed.noMatch.title')} text={t('feed.noMatch.text')} action={clear} />
    </div>
  )
}

type FeedMoreProps = {
  /** Cursor of the next page; null at the end. */
  next: string | null
  isFetching: boolean
  error: Error | null
  onNear: () => void
  onMore: () => void
}

/** Below the last item: the next page loads automatically or by the button, or the end is shown. */
function FeedMore({ next, isFetching, error, onNear, onMore }: FeedMoreProps) {
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

/** About a screen's height ahead, so that scrolling seldom reaches the end. */
const AHEAD = '800px'

/**
 * Calls when the element comes near the screen, and again for each new `watched` value while it is near. Never calls if
 * the browser does not support it: there is always a button too.
 */
function useNear(watched: string | null, onNear: () => void): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    if (watched === null || !place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) handleNear()
      },
      { rootMargin: `${AHEAD} 0px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [watched])
  return place
}
