import type { Attachment } from '@saathi/contract/chat/socket'
import { useState } from 'react'
import { useDataLight, useDeferred } from '#core/data-light.ts'
import { dataSize } from '#core/i18n/data-size.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { DeferredPicture } from '#core/ui/held-picture.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { download, file } from '#core/ui/icons.ts'
import css from './attachment-view.module.css'
import { kindOfFile, shortName } from './chosen-file.ts'
import { isPicture } from './read-attachments.ts'
import { type LinkTime, useDownload } from './use-download.ts'

type AttachmentViewProps = LinkTime & { attachment: Attachment; onPicture: () => void }

export function AttachmentView({ attachment, onPicture, ...time }: AttachmentViewProps) {
  if (attachment.attachment_type === 'link_preview') return <LinkCard preview={attachment} />
  return isPicture(attachment) ? (
    <Picture attachment={attachment} onPicture={onPicture} {...time} />
  ) : (
    <FileRow attachment={attachment} {...time} />
  )
}

const MAX_SIDE = 260
/** One and the same function, so that it is called when the picture appears and not again. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The place is as large as the picture will be, so that nothing moves when it comes. */
function Picture({ attachment, onPicture, haveEnded, onExpired }: AttachmentViewProps) {
  const t = useText()
  const language = useLanguage()
  const isLight = useDataLight()
  const [isHeld, show] = useDeferred(attachment.id)
  const [isAsked, setAsked] = useState(false)
  const [broken, setBroken] = useState<string>()
  const { thumbnail_presigned_url: thumbnail, presigned_url, name, type, width, height } = attachment
  const source = thumbnail || presigned_url
  const [w, h] = width && height ? [width, height] : [4, 3]
  const scale = Math.min(1, MAX_SIDE / w, MAX_SIDE / h)
  const place =
    width && height
      ? { inlineSize: Math.round(w * scale), aspectRatio: `${w} / ${h}` }
      : { inlineSize: 220, aspectRatio: '4 / 3' }

  /** That it is too late the page knows, and asks by itself; of anything else it would not stop asking. */
  function handleError() {
    setBroken(source)
    if (haveEnded()) onExpired()
  }

  const told = (bytes: number | null | undefined) => (bytes ? dataSize(bytes, language) : null)
  // What is in the message is a small one; the whole is fetched when it is opened.
  const cost = isLight && thumbnail ? told(attachment.size) : null

  if (isHeld)
    return (
      <DeferredPicture
        words={t(type === 'image/gif' ? 'light.gif' : 'light.picture')}
        name={name}
        cost={told(thumbnail ? attachment.thumbnail_size : attachment.size)}
        className={css.held}
        style={place}
        onShow={() => {
          setAsked(true)
          show()
        }}
      />
    )
  if (broken === source)
    return (
      <button type="button" className={css.expired} style={place} onClick={onExpired}>
        {t('chat.picture.again', { name })}
      </button>
    )
  return (
    <button
      type="button"
      // The button that was pressed is gone; whoever pressed it is on the picture.
      ref={isAsked ? takeFocus : undefined}
      // Once: when its link is renewed, whoever pressed it is somewhere else.
      onFocus={() => setAsked(false)}
      className={css.picture}
      style={place}
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

/** A picture on a stranger's server would tell it who reads what, and when. */
const isOurs = (url: string): boolean =>
  url !== '' && URL.canParse(url, location.origin) && new URL(url, location.origin).origin === location.origin

function LinkCard({ preview }: { preview: Attachment }) {
  const isLight = useDataLight()
  const [isBroken, setBroken] = useState(false)
  const { url, name, description, thumbnail_presigned_url: picture } = preview
  // Whatever a server said: only an address of the web is made into a link.
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
