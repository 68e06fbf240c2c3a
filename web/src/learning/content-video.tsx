import type { ContentItem } from '@saathi/contract/content/items'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { play } from '#core/ui/icons.ts'
import { plainTextOf } from '#core/ui/rich-text-blocks.ts'
import { LinkCard } from './content-link.tsx'
import css from './content-video.module.css'
import { playerAddress, watchAddress, youtubeId } from './youtube.ts'

/** Nothing comes from outside before a tap: no picture, no script, no cookie. */
export function VideoContent({ item }: { item: ContentItem }) {
  const t = useText()
  const id = youtubeId(item.localeUrl || item.url || '')
  const [isPlaying, setPlaying] = useState(false)
  if (id === undefined) return <LinkCard item={item} icon={play} kind={t('learning.step.video')} />
  const title = plainTextOf(item.localeText || item.text || '') || t('learning.step.video')
  return (
    <figure className={css.video}>
      <div className={css.frame}>
        {isPlaying ? <Player id={id} title={title} /> : <Facade title={title} onPlay={() => setPlaying(true)} />}
      </div>
      <figcaption className={css.caption}>
        <span>{t('learning.step.videoFrom')}</span> {/* Some videos may not be shown elsewhere: there this is the way. */}
        <a href={watchAddress(id)} target="_blank" rel="noopener noreferrer">
          {t('learning.step.openVideo')}
          <span className="sr"> ({t('learning.session.newTab')})</span>
        </a>
      </figcaption>
    </figure>
  )
}

function Facade({ title, onPlay }: { title: string; onPlay: () => void }) {
  const t = useText()
  return (
    <button type="button" className={css.facade} aria-label={t('learning.step.playVideo', { title })} onClick={onPlay}>
      <span className={css.play}>
        <Icon of={play} size={30} />
      </span>
      <span className={css.title}>{title}</span>
    </button>
  )
}

function Player({ id, title }: { id: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The button that had the focus is gone; whoever pressed it goes on inside the player.
  useEffect(() => frame.current?.focus(), [])
  return (
    <iframe
      ref={frame}
      className={css.player}
      src={playerAddress(id)}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // Without knowing who asks, the player refuses; it learns the site, not the page.
      referrerPolicy="strict-origin-when-cross-origin"
      allowFullScreen
      // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is of another origin, and keeps its settings there
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
    />
  )
}
