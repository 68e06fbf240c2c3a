import type { FeedPost } from '@saathi/contract/feed/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { heart, heartFilled } from '#core/ui/icons.ts'
import css from './action.module.css'
import { tapLike } from './like-queries.ts'
import { nameOf } from './words.ts'

export function LikeButton({ post, className }: { post: FeedPost; className?: string | undefined }) {
  const t = useText()
  const client = useQueryClient()
  const { id, feedLikes, isLiked } = post
  return (
    <button
      type="button"
      className={classNames(css.action, css.like, className)}
      aria-pressed={isLiked}
      aria-label={t('feed.like', { count: feedLikes, title: nameOf(post) })}
      onClick={() => tapLike(client, id)}
    >
      <Icon of={isLiked ? heartFilled : heart} />
      {t('feed.likes', { count: feedLikes })}
    </button>
  )
}
