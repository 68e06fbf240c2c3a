import type { FeedPost } from '@saathi/contract/feed/entities'
import { PostCard } from './post-card.tsx'
import { QuoteCard } from './quote-card.tsx'

/** Its place among the others, for those who hear the page; the whole is not known before its end. */
export type ItemProps = {
  tabIndex?: number
  ref?: ((element: HTMLElement | null) => void) | undefined
  'aria-posinset'?: number
  'aria-setsize'?: number
}

type FeedItemProps = ItemProps & {
  post: FeedPost
  /** Of a post's title: one below the heading it stands under. */
  level?: 2 | 3
  /** In sight before anyone scrolls, so its picture is not waited for. */
  isFirst?: boolean
}

export function FeedItem({ post, level = 2, isFirst = false, ...place }: FeedItemProps) {
  if (post.event === 'quote') return <QuoteCard post={post} {...place} />
  return <PostCard post={post} level={level} isFirst={isFirst} {...place} />
}
