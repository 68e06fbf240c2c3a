import type { FeedPost } from '@saathi/contract/feed/entities'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Failed } from '#core/ui/failed.tsx'
import { Skeleton } from '#core/ui/skeleton.tsx'
import skeleton from './feed-skeleton.module.css'
import { type ItemProps, PostCard, LikeButton, ReportPost } from './post-card.tsx'
import postCardCss from './post-card.module.css'
import css from './quote-card.module.css'
import { authorOf, nameOf, quoteOf } from './words.ts'

type FeedItemProps = ItemProps & {
  post: FeedPost
  /** Heading level of the title: one below the heading it belongs to. */
  level?: 2 | 3
  /** Visible before scrolling, so its picture loads eagerly. */
  isFirst?: boolean
}

export function FeedItem({ post, level = 2, isFirst = false, ...place }: FeedItemProps) {
  if (post.event === 'quote') return <QuoteCard post={post} {...place} />
  return <PostCard post={post} level={level} isFirst={isFirst} {...place} />
}

function QuoteCard({ post, ...place }: { post: FeedPost } & ItemProps) {
  const author = authorOf(post.content)
  return (
    <Card as="article" className={css.card} aria-label={nameOf(post)} {...place}>
      <p className={css.mark} aria-hidden="true">
        “
      </p>
      <blockquote className={css.words}>{quoteOf(post.content)}</blockquote>
      {author && <p className={css.author}>{author}</p>}
      <div className={css.actions}>
        <LikeButton post={post} className={css.action} />
        <ReportPost post={post} className={css.action} />
      </div>
    </Card>
  )
}

/** A post skeleton in its exact shape. */
export function PostSkeleton() {
  return (
    <Card as="div" bare className={postCardCss.card}>
      <Skeleton shape="picture" className={skeleton.picture} />
      <div className={postCardCss.words}>
        <Skeleton width="96px" height="20px" />
        <Skeleton width="62%" height="26px" />
        <Skeleton height="16px" />
        <Skeleton width="84%" height="16px" />
      </div>
      <div className={postCardCss.actions}>
        <Skeleton className={skeleton.action} width="88px" height="20px" />
      </div>
    </Card>
  )
}

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
