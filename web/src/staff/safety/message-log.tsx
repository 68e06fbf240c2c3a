import type { EvidenceMessage } from '@saathi/contract/safety/case-entities'
import { useState } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { eye } from '#core/ui/icons.ts'
import { EraseMessage } from './erase-message.tsx'
import css from './evidence.module.css'

/** The text cannot be selected, and senders are shown by their initials, without pictures, so that less can be passed on. */
export function MessageLog({ messages }: { messages: readonly EvidenceMessage[] }) {
  const t = useText()
  return (
    <ol className={css.log} aria-label={t('staff.safety.messages')}>
      {messages.map((message) => (
        <Message key={message.messageId} message={message} />
      ))}
    </ol>
  )
}

/** Messages shown before and after the reported one, before more are asked for. */
const SHOWN = 4

/** The reported message with a few around it; the others of the copy on request. */
export function FoldedLog({ messages }: { messages: readonly EvidenceMessage[] }) {
  const t = useText()
  const at = messages.findIndex(({ isReported }) => isReported)
  const [from, setFrom] = useState(at < 0 ? 0 : Math.max(0, at - SHOWN))
  const [to, setTo] = useState(at < 0 ? messages.length : at + SHOWN + 1)
  const after = messages.length - to
  return (
    <>
      {from > 0 && (
        <Button kind="quiet" size="sm" onClick={() => setFrom(0)}>
          {t('staff.safety.showBefore', { count: from })}
        </Button>
      )}
      <MessageLog messages={messages.slice(from, to)} />
      {after > 0 && (
        <Button kind="quiet" size="sm" onClick={() => setTo(messages.length)}>
          {t('staff.safety.showAfter', { count: after })}
        </Button>
      )}
    </>
  )
}

function Message({
  message: { messageId, sender, text, at, isErased, isReported, file, deletedAt, earlier = [] },
}: {
  message: EvidenceMessage
}) {
  const t = useText()
  const language = useLanguage()
  const name = sender?.name ?? t('staff.look.former')
  return (
    <li className={classNames(css.message, isReported && css.reported)}>
      <Avatar name={name} size="xs" />
      <div>
        <p className={css.by}>
          <b dir="auto">{name}</b> <time dateTime={at}>{dayAndTime(at, language)}</time>
        </p>
        {earlier.map(({ text: before, until }) => (
          <p key={until} dir="auto" className={css.earlier}>
            <del>{before}</del> <small>{t('staff.safety.saidUntil', { time: dayAndTime(until, language) })}</small>
          </p>
        ))}
        {deletedAt && <i>{t('staff.safety.deletedBySender', { time: dayAndTime(deletedAt, language) })}</i>}
        {isErased ? <i>{t('staff.safety.erasedBefore')}</i> : text !== '' && <p dir="auto">{text}</p>}
        {file && <CopiedFile file={file} />}
        {isReported && <p className={css.flag}>{t('staff.safety.thisReported')}</p>}
        {isReported && !isErased && <EraseMessage messageId={messageId} />}
      </div>
    </li>
  )
}

/** A picture is shown only after a second press; sound never starts automatically. */
export function CopiedFile({ file: { name, type, url } }: { file: NonNullable<EvidenceMessage['file']> }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  if (url === null) return <p>{t('staff.safety.fileNotCopied', { name })}</p>
  if (!isShown) {
    return (
      <Button kind="line" size="sm" onClick={() => setShown(true)}>
        <Icon of={eye} size={16} /> {t('staff.safety.showFile', { name })}
      </Button>
    )
  }
  if (type.startsWith('image/')) return <img className={css.picture} src={url} alt={name} />
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- a member's own recording has no captions
  if (type.startsWith('audio/')) return <audio controls preload="none" src={url} aria-label={name} />
  if (type.startsWith('video/'))
    return <video className={css.picture} controls muted preload="none" src={url} aria-label={name} />
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
