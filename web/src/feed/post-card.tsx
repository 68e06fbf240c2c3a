import type { FeedPost } from '@saathi/contract/feed/entities'
import { useId } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { pin } from '#core/ui/icons.ts'
import type { ItemProps } from './feed-item.tsx'
import { LikeButton } from './like-button.tsx'
import css from './post-card.module.css'
import { PostLink } from './post-link.tsx'
import { PostText } from './post-text.tsx'
import { noteOf, tagNameOf, titleOf } from './words.ts'

export function PostCard({ post, level, isFirst, ...place }: { post: FeedPost; level: 2 | 3; isFirst: boolean } & ItemProps) {
  const t = useText()
  const titleId = useId()
  const { content, tags, publishedAt } = post
  const language = useLanguage()
  const Title = `h${level}` as const
  const note = noteOf(content)
  return (
    <Card as="article" bare className={css.card} aria-labelledby={titleId} {...place}>
      {content.thumbnail && (
        <img
          className={css.picture}
          src={content.thumbnail}
          alt=""
          width={content.thumbnailWidth ?? 400}
          height={content.thumbnailHeight ?? 216}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
      <div className={css.words}>
        <div className={css.meta}>
          <time dateTime={publishedAt}>{shortDay(publishedAt, language)}</time>
          {tags.map((tag) => (
            <Chip key={tag.key}>{tagNameOf(tag)}</Chip>
          ))}
        </div>
        <Title className={css.title} id={titleId}>
          {titleOf(content)}
        </Title>
        <PostText content={content} />
        {note && (
          <p className={css.note}>
            <Icon of={pin} size={18} />
            <span>
              <b>{t('feed.why')}</b> {note}
            </span>
          </p>
        )}
      </div>
      <div className={css.actions}>
        <LikeButton post={post} />
        <PostLink post={post} />
      </div>
    </Card>
  )
}
