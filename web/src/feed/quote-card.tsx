import type { FeedPost } from '@saathi/contract/feed/entities'
import { Card } from '#core/ui/card.tsx'
import type { ItemProps } from './item-props.ts'
import { LikeButton } from './like-button.tsx'
import css from './quote-card.module.css'
import { authorOf, nameOf, quoteOf } from './words.ts'

export function QuoteCard({ post, ...place }: { post: FeedPost } & ItemProps) {
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
