import type { FeedPost } from '@saathi/contract/feed/entities'
import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { link } from '#core/ui/icons.ts'
import css from './action.module.css'
import { sendClick } from './click-queries.ts'
import { GoLink } from './go-link.tsx'
import { nameOf } from './words.ts'

const MIDDLE = 1

export function PostLink({ post }: { post: FeedPost }) {
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
      className={css.action}
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
