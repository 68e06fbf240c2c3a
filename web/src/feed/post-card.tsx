import type { FeedPost } from '@saathi/contract/feed/entities'
import { useId, useRef } from 'react'
import { useDeferred } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { DeferredPicture } from '#core/ui/deferred-picture.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { pin } from '#core/ui/icons.ts'
import type { ItemProps } from './item-props.ts'
import { LikeButton } from './like-button.tsx'
import css from './post-card.module.css'
import { PostLink } from './post-link.tsx'
import { PostText } from './post-text.tsx'
import { noteOf, tagNameOf, titleOf } from './words.ts'

export function PostCard({ post, level, isFirst, ...place }: { post: FeedPost; level: 2 | 3; isFirst: boolean } & ItemProps) {
  const t = useText()
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { content, tags, publishedAt } = post
  const language = useLanguage()
  const Title = `h${level}` as const
  const note = noteOf(content)
  return (
    <Card as="article" bare className={css.card} aria-labelledby={titleId} {...place}>
      {content.thumbnail && (
        <Picture
          post={post}
          address={content.thumbnail}
          isFirst={isFirst}
          // The pressed button is gone, so move the focus to the title.
          onShown={() => title.current?.focus({ preventScroll: true })}
        />
      )}
      <div className={css.words}>
        <div className={css.meta}>
          <time dateTime={publishedAt}>{shortDay(publishedAt, language)}</time>
          {tags.map((tag) => (
            <Chip key={tag.key}>{tagNameOf(tag)}</Chip>
          ))}
        </div>
        <Title ref={title} className={css.title} id={titleId} tabIndex={-1}>
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

type PictureProps = { post: FeedPost; address: string; isFirst: boolean; onShown: () => void }

function Picture({ post: { content }, address, isFirst, onShown }: PictureProps) {
  const t = useText()
  const language = useLanguage()
  const [isDeferred, show] = useDeferred(address)
  const { thumbnailWidth, thumbnailHeight, thumbnailBytes } = content

  function handleShow() {
    show()
    onShown()
  }

  if (isDeferred)
    return (
      <DeferredPicture
        words={t('light.picture')}
        name={titleOf(content)}
        cost={thumbnailBytes ? dataSize(thumbnailBytes, language) : null}
        className={css.held}
        onShow={handleShow}
      />
    )
  return (
    <img
      className={css.picture}
      src={address}
      alt=""
      width={thumbnailWidth ?? 400}
      height={thumbnailHeight ?? 216}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
