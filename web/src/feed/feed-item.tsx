import type { FeedPost } from '@saathi/contract/feed/entities'
import { Card } from '#core/ui/card.tsx'
import type { ItemProps } from './item-props.ts'
import { LikeButton } from './like-button.tsx'
import { PostCard } from './post-card.tsx'
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
      <LikeButton post={post} className={css.like} />
    </Card>
  )
}
