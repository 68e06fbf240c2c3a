import type { ContentItem } from '@saathi/contract/content/items'
import { splitVideoWords } from '@saathi/contract/content/video-words'
import { useEffect, useId, useRef, useState } from 'react'
import { useDataLight } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { play, book, forward, type IconShape, link } from '#core/ui/icons.ts'
import { plainTextOf } from '#core/ui/rich-text/blocks.ts'
import { RichText } from '#core/ui/rich-text/rich-text.tsx'
import { webAddress } from '#core/ui/rich-text/inline.ts'
import linkCss from './link.module.css'
import css from './video.module.css'
import { playerAddress, watchAddress, youtubeId } from './youtube.ts'

/** Loads nothing from YouTube before a tap: no picture, script or cookie. */
export function VideoContent({ item, minutes }: { item: ContentItem; minutes: number }) {
  const t = useText()
  const id = youtubeId(item.localeUrl || item.url || '')
  const [isPlaying, setPlaying] = useState(false)
  const costId = useId()
  const cost = useCost(minutes)
  const language = useLanguage()
  if (id === undefined) return <LinkCard item={item} icon={play} kind={t('learning.step.video')} />
  const { title: words, transcript } = splitVideoWords(item.localeText || item.text || '')
  const title = plainTextOf(words) || t('learning.step.video')
  return (
    <figure className={css.video}>
      <div className={css.frame}>
        {isPlaying ? (
          <Player id={id} title={title} language={language} />
        ) : (
          <Facade
            title={title}
            label={t('learning.step.playVideo', { title })}
            costId={cost === null ? undefined : costId}
            onPlay={() => setPlaying(true)}
          />
        )}
      </div>
      <figcaption className={css.caption}>
        {cost !== null && (
          <p id={costId} className={css.cost}>
            {cost}
          </p>
        )}
        <span>{t('learning.step.videoFrom')}</span> {/* Fallback for videos that cannot be embedded. */}
        <a href={watchAddress(id)} target="_blank" rel="noopener noreferrer">
          {t('learning.step.openVideo')}
          <span className="sr"> ({t('learning.session.newTab')})</span>
        </a>
        <Transcript text={transcript} />
      </figcaption>
    </figure>
  )
}

/** Data rate of the player's default quality on a phone (480p). */
const BYTES_A_MINUTE = 8 * 1_048_576

/** The video length is unknown; the step's duration is an upper bound. */
function useCost(minutes: number): string | null {
  const t = useText()
  const language = useLanguage()
  const isLight = useDataLight()
  if (!isLight) return null
  const whole = Math.max(1, Math.ceil(minutes))
  const size = (ofMinutes: number) => dataSize(ofMinutes * BYTES_A_MINUTE, language)
  return t('light.video', { rate: size(1), minutes: whole, size: size(whole) })
}

/** What is said, for people who cannot hear it or save data. */
export function Transcript({ text }: { text: string }) {
  const t = useText()
  if (text === '') return null
  return (
    <details className={css.transcript}>
      <summary>{t('learning.step.transcript')}</summary>
      <RichText text={text} level={3} linkHint={t('learning.session.newTab')} />
    </details>
  )
}

type FacadeProps = { title: string; label: string; costId: string | undefined; onPlay: () => void }

export function Facade({ title, label, costId, onPlay }: FacadeProps) {
  return (
    <button type="button" className={css.facade} aria-label={label} aria-describedby={costId} onClick={onPlay}>
      <span className={css.play}>
        <Icon of={play} size={30} />
      </span>
      <span className={css.title}>{title}</span>
    </button>
  )
}

function Player({ id, title, language }: { id: string; title: string; language: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The pressed button is gone; move the focus into the player.
  useEffect(() => frame.current?.focus(), [])
  return (
    <iframe
      ref={frame}
      className={css.player}
      src={playerAddress(id, language)}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // The player refuses to work without a referrer; it gets the origin only.
      referrerPolicy="strict-origin-when-cross-origin"
      allowFullScreen
      // oxlint-disable-next-line react/iframe-missing-sandbox -- the player is cross-origin and needs its own storage
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
    />
  )
}

type LinkProps = { item: ContentItem }

export function ArticleContent({ item }: LinkProps) {
  const t = useText()
  return <LinkCard item={item} icon={book} kind={t('learning.step.article')} />
}

export function HyperlinkContent({ item }: LinkProps) {
  const t = useText()
  return <LinkCard item={item} icon={link} kind={t('learning.step.link')} />
}

/** Opens outside Saathi in a new tab and shows the host. Addresses that are not http(s) are shown as plain text. */
function LinkCard({ item, icon, kind }: LinkProps & { icon: IconShape; kind: string }) {
  const t = useText()
  const words = plainTextOf(item.localeText || item.text || '')
  const href = webAddress(item.localeUrl || item.url || '')
  if (href === undefined) return words === '' ? null : <p>{words}</p>
  const host = new URL(href).host.replace(/^www\./, '')
  return (
    <a className={linkCss.card} href={href} target="_blank" rel="noopener noreferrer">
      <span className={linkCss.sign}>
        <Icon of={icon} size={24} />
      </span>
      <span className={linkCss.words}>
        <span className={linkCss.title}>{words || host}</span>
        <span className={linkCss.from}>
          {kind} · <bdi dir="ltr">{host}</bdi>
          <span className="sr"> ({t('learning.session.newTab')})</span>
        </span>
      </span>
      <Icon of={forward} size={20} className={linkCss.arrow} />
    </a>
  )
}
