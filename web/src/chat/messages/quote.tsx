import type { Channel } from '@saathi/contract/chat/entities'
import type { Quote } from '@saathi/contract/chat/socket'
import type { Translate } from '#core/i18n/texts.tsx'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { readAttachments } from '../attachments/read.ts'
import { lineOf, type ShownMessage } from '../cache.ts'
import { nameOf } from '../names.ts'
import css from './quote.module.css'

/** A message as another one quotes it. */
export function quoteOf({ msg_id, user_id, message, attachments }: ShownMessage): Quote {
  const line = lineOf(message)
  const isGif = readAttachments(attachments).some(({ type, size }) => type === 'image/gif' && size === null)
  return { msg_id, user_id, message: line, kind: line !== '' ? 'text' : isGif ? 'gif' : 'file' }
}

const wordlessKeys = { gone: 'chat.deleted', call: 'chat.aCall', gif: 'chat.aGif', file: 'chat.aFile' } as const

const quoteText = ({ kind, message }: Quote, t: Translate): string => (kind === 'text' ? message : t(wordlessKeys[kind]))

type QuoteBoxProps = {
  quote: Quote
  channel: Channel
  me: number
  /** In place of the name. */
  title?: string | undefined
  onOpen?: (() => void) | undefined
}

/** One line of the message that is answered or edited. */
export function QuoteBox({ quote, channel, me, title, onOpen }: QuoteBoxProps) {
  const t = useText()
  const isMine = quote.user_id === me
  const look = classNames(css.quote, isMine && css.mine)
  const content = (
    <>
      {(title || quote.kind !== 'gone') && (
        <b dir="auto">{title ?? (isMine ? t('chat.you') : nameOf(channel, quote.user_id, t))}</b>
      )}
      <span className={css.line} dir="auto">
        {quoteText(quote, t)}
      </span>
    </>
  )
  if (!onOpen || quote.kind === 'gone') return <div className={look}>{content}</div>
  return (
    <button type="button" className={look} onClick={onOpen}>
      {content}
    </button>
  )
}
