import type { FeedPost } from '@saathi/contract/feed/entities'
import type { ItemProps } from './item-props.ts'
import { PostCard } from './post-card.tsx'
import { QuoteCard } from './quote-card.tsx'

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
