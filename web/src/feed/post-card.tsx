import { cutGraphemes } from '@saathi/contract/core/cut'
import type { FeedPost, FeedContent } from '@saathi/contract/feed/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, type MouseEvent, type ComponentProps, type ComponentType, useState } from 'react'
import { useDeferred } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { openReport } from '#core/report.ts'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { heartFilled, pin } from '#core/ui/further-icons.ts'
import { flag, heart, link } from '#core/ui/icons.ts'
import { DeferredPicture } from '#core/ui/picture/deferred.tsx'
import actionCss from './action.module.css'
import { GoLink } from './go-link.tsx'
import { tapLike } from './like-queries.ts'
import css from './post-card.module.css'
import type { PostDialog } from './post-dialog.tsx'
import postTextCss from './post-text.module.css'
import { sendClick } from './queries.ts'
import { noteOf, tagNameOf, titleOf, nameOf, descriptionOf } from './words.ts'

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
        <ReportPost post={post} />
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

const MIDDLE = 1

function PostLink({ post }: { post: FeedPost }) {
  const t = useText()
  const client = useQueryClient()
  const address = post.content.link
  if (address === null) return null

  // The middle button also opens it, in a background tab.
  const handleAuxClick = ({ button }: MouseEvent) => {
    if (button === MIDDLE) sendClick(client, post.id)
  }

  return (
    <GoLink
      className={actionCss.action}
      address={address}
      label={t('feed.openOf', { title: nameOf(post) })}
      onClick={() => sendClick(client, post.id)}
      onAuxClick={handleAuxClick}
    >
      <Icon of={link} />
      {t('feed.open')}
    </GoLink>
  )
}

export function ReportPost({ post, className }: { post: FeedPost; className?: string | undefined }) {
  const t = useText()
  return (
    <button
      type="button"
      className={classNames(actionCss.action, className)}
      aria-label={t('safety.report.openOf', { title: nameOf(post) })}
      onClick={() => openReport({ kind: 'post', id: String(post.id) }, null)}
    >
      <Icon of={flag} />
    </button>
  )
}

const MAX_LETTERS = 160

const loadDialog = async () => (await import('./post-dialog.tsx')).PostDialog

/** The full text opens in a dialog, loaded on the first press; if loading fails, it expands in place. */
function PostText({ content }: { content: FeedContent }) {
  const t = useText()
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof PostDialog>>>()
  const [isOpen, setOpen] = useState(false)
  const [isSpread, setSpread] = useState(false)
  const title = titleOf(content)
  const whole = descriptionOf(content)
  const shown = isSpread ? whole : cutGraphemes(whole, MAX_LETTERS)
  if (whole === '') return null

  function show(component: typeof PostDialog) {
    setDialog(() => component)
    setOpen(true)
  }
  const handleOpen = () => void loadDialog().then(show, () => setSpread(true))

  return (
    <>
      <p className={postTextCss.text}>
        {shown}
        {shown !== whole && (
          <>
            {' '}
            <button
              type="button"
              className={postTextCss.more}
              aria-haspopup="dialog"
              aria-label={t('feed.readMoreOf', { title })}
              onClick={handleOpen}
            >
              {t('feed.readMore')}
            </button>
          </>
        )}
      </p>
      {Dialog && <Dialog isOpen={isOpen} title={title} text={whole} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Position in the feed for screen readers; the total is unknown before the end. */
export type ItemProps = {
  tabIndex?: number
  ref?: ((element: HTMLElement | null) => void) | undefined
  'aria-posinset'?: number
  'aria-setsize'?: number
}

export function LikeButton({ post, className }: { post: FeedPost; className?: string | undefined }) {
  const t = useText()
  const client = useQueryClient()
  const { id, feedLikes, isLiked } = post
  return (
    <button
      type="button"
      className={classNames(actionCss.action, actionCss.like, className)}
      aria-pressed={isLiked}
      aria-label={t('feed.like', { count: feedLikes, title: nameOf(post) })}
      onClick={() => tapLike(client, id)}
    >
      <Icon of={isLiked ? heartFilled : heart} />
      {t('feed.likes', { count: feedLikes })}
    </button>
  )
}
