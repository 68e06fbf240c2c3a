import type { Attachment } from '@saathi/contract/chat/socket'
import { localeOf } from '@saathi/contract/core/message'
import { useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { download, file } from '#core/ui/icons.ts'
import css from './attachment-view.module.css'
import { kindOfFile, shortName, sizeOf } from './chosen-file.ts'
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

/** The place is as large as the picture will be, so that nothing moves when it comes. */
function Picture({ attachment, onPicture, haveEnded, onExpired }: AttachmentViewProps) {
  const t = useText()
  const [broken, setBroken] = useState<string>()
  const { thumbnail_presigned_url: thumbnail, presigned_url, name, width, height } = attachment
  const source = thumbnail || presigned_url
  const [w, h] = width && height ? [width, height] : [4, 3]
  const scale = Math.min(1, MAX_SIDE / w, MAX_SIDE / h)
  const size =
    width && height
      ? { inlineSize: Math.round(w * scale), aspectRatio: `${w} / ${h}` }
      : { inlineSize: 220, aspectRatio: '4 / 3' }

  /** That it is too late the page knows, and asks by itself; of anything else it would not stop asking. */
  function handleError() {
    setBroken(source)
    if (haveEnded()) onExpired()
  }

  if (broken === source)
    return (
      <button type="button" className={css.expired} style={size} onClick={onExpired}>
        {t('chat.picture.again', { name })}
      </button>
    )
  return (
    <button type="button" className={css.picture} style={size} aria-label={t('chat.picture.open', { name })} onClick={onPicture}>
      <img src={source} alt="" loading="lazy" decoding="async" onError={handleError} />
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
          {size !== null && ` · ${sizeOf(size, localeOf(language))}`}
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
  const [isBroken, setBroken] = useState(false)
  const { url, name, description, thumbnail_presigned_url: picture } = preview
  // Whatever a server said: only an address of the web is made into a link.
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <a className={css.link} href={url} target="_blank" rel="noopener noreferrer nofollow">
      {isOurs(picture) && !isBroken && (
        <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
      <span className={css.linkWords} dir="auto">
        <b>{name || url}</b>
        {description && <small>{description}</small>}
      </span>
    </a>
  )
}
