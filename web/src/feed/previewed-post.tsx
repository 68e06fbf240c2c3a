import type { FeedContent } from '@saathi/contract/feed/entities'
import { FeedItem } from './feed-item.tsx'

const FIRST_DAY = '2020-01-01T00:00:00.000Z'

/** A post or quote that nobody has published yet. */
export function PreviewedPost({ content }: { content: FeedContent }) {
  const event = content.text === null ? 'post' : 'quote'
  const post = { id: 1, event, publishedAt: FIRST_DAY, feedLikes: 0, isLiked: false, tags: [], content } as const
  return <FeedItem post={{ ...post, tags: [] }} level={2} isFirst={false} />
}
