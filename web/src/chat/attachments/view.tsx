import type { Attachment } from '@saathi/contract/chat/socket'
import { type ComponentProps, lazy, Suspense, useState, type MouseEvent, useEffect, useRef } from 'react'
import { useDataLight, useDeferred } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { download, file } from '#core/ui/icons.ts'
import { DeferredPicture } from '#core/ui/picture/deferred.tsx'
import { kindOfFile, shortName } from './chosen-file.ts'
import type { LinkTime } from './link-time.ts'
import css from './view.module.css'
import type { VoiceNote } from './voice-note.tsx'

type VoiceProps = ComponentProps<typeof VoiceNote>
const LoadedVoiceNote = lazy(async () => ({
  default: await import('./voice-note.tsx').then(
    (part) => part.VoiceNote,
    () => FileRow,
  ),
}))

const LazyVoiceNote = (props: VoiceProps) => (
  <Suspense fallback={<span className={css.voicePlace} />}>
    <LoadedVoiceNote {...props} />
  </Suspense>
)

type AttachmentViewProps = LinkTime & { attachment: Attachment; onPicture: () => void }

export function AttachmentView({ attachment, onPicture, ...time }: AttachmentViewProps) {
  if (attachment.attachment_type === 'link_preview') return <LinkCard preview={attachment} />
  if (attachment.voice) return <LazyVoiceNote attachment={attachment} voice={attachment.voice} {...time} />
  return isPicture(attachment) ? (
    <Picture attachment={attachment} onPicture={onPicture} {...time} />
  ) : (
    <FileRow attachment={attachment} {...time} />
  )
}

const MAX_SIDE = 260
/** A stable function, so that it is called only once when the picture appears. */
const focusElement = (element: HTMLElement | null) => element?.focus()

/** The box has the size of the picture, so that nothing moves when it loads. */
function Picture({ attachment, onPicture, hasExpired, onExpired }: AttachmentViewProps) {
  const t = useText()
  const language = useLanguage()
  const isLight = useDataLight()
  const [isDeferred, show] = useDeferred(attachment.id)
  const [wasPressed, setPressed] = useState(false)
  const [broken, setBroken] = useState<string>()
  const { thumbnail_presigned_url: thumbnail, presigned_url, name, type, width, height } = attachment
  const source = thumbnail || presigned_url
  const [w, h] = width && height ? [width, height] : [4, 3]
  const scale = Math.min(1, MAX_SIDE / w, MAX_SIDE / h)
  const box =
    width && height
      ? { inlineSize: Math.round(w * scale), aspectRatio: `${w} / ${h}` }
      : { inlineSize: 220, aspectRatio: '4 / 3' }

  /** Refetches expired links only; retrying other errors would never stop. */
  function handleError() {
    setBroken(source)
    if (hasExpired()) onExpired()
  }

  const sizeText = (bytes: number | null | undefined) => (bytes ? dataSize(bytes, language) : null)
  // The message shows the thumbnail; the full picture is fetched when it is opened.
  const cost = isLight && thumbnail ? sizeText(attachment.size) : null

  if (isDeferred)
    return (
      <DeferredPicture
        words={t(type === 'image/gif' ? 'light.gif' : 'light.picture')}
        name={name}
        cost={sizeText(thumbnail ? attachment.thumbnail_size : attachment.size)}
        className={css.held}
        style={box}
        onShow={() => {
          setPressed(true)
          show()
        }}
      />
    )
  if (broken === source)
    return (
      <button type="button" className={css.expired} style={box} onClick={onExpired}>
        {t('chat.picture.again', { name })}
      </button>
    )
  return (
    <button
      type="button"
      // The pressed button is gone, so the focus moves to the picture.
      ref={wasPressed ? focusElement : undefined}
      // Only once: when the link is renewed, the focus is already somewhere else.
      onFocus={() => setPressed(false)}
      className={css.picture}
      style={box}
      aria-label={[t('chat.picture.open', { name }), cost].filter(Boolean).join(', ')}
      onClick={onPicture}
    >
      <img src={source} alt="" loading="lazy" decoding="async" onError={handleError} />
      {cost && <span className={css.cost}>{cost}</span>}
    </button>
  )
}

function FileRow({ attachment, ...time }: LinkTime & { attachment: Attachment }) {
  const t = useText()
  const language = useLanguage()
  const { name, type, size, presigned_url } = attachment
  const link = useDownload(presigned_url, time)
  return (
    <div className={css.file}>
      <span className={css.sign}>
        <Icon of={file} size={24} />
      </span>
      <span className={css.about}>
        <b title={name}>{shortName(name)}</b>
        <small>
          {kindOfFile(name, type)}
          {size !== null && ` · ${dataSize(size, language)}`}
        </small>
      </span>
      <a className={css.download} {...link} download={name} aria-label={t('chat.file.download', { name })}>
        <Icon of={download} />
      </a>
    </div>
  )
}

/** A picture on a foreign server would reveal who reads what, and when. */
const isOurs = (url: string): boolean =>
  url !== '' && URL.canParse(url, location.origin) && new URL(url, location.origin).origin === location.origin

function LinkCard({ preview }: { preview: Attachment }) {
  const isLight = useDataLight()
  const [isBroken, setBroken] = useState(false)
  const { url, name, description, thumbnail_presigned_url: picture } = preview
  // Only http(s) addresses become links, whatever the server sent.
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <a className={css.link} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {isOurs(picture) && !isBroken && !isLight && (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
      <span className={css.linkWords} dir="auto">
        <b>{name || url}</b>
        {description && <small>{description}</small>}
      </span>
    </a>
  )
}

const isPicture = ({ type, attachment_type }: Attachment): boolean =>
  attachment_type === undefined && type.startsWith('image/') && !type.includes('svg')

/** Link props for an address that may have expired: a click then continues when the new address arrives. */
export function useDownload(href: string, { hasExpired, onExpired }: LinkTime) {
  const ref = useRef<HTMLAnchorElement>(null)
  const ended = useRef<string>(null)

  useEffect(() => {
    if (ended.current === null || ended.current === href) return
    ended.current = null
    ref.current?.click()
  }, [href])

  function onClick(event: MouseEvent) {
    if (!hasExpired()) return
    event.preventDefault()
    ended.current = href
    onExpired()
  }

  return { ref, href, onClick }
}
