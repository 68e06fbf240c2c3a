import type { Channel } from '@saathi/contract/chat/entities'
import type { Attachment } from '@saathi/contract/chat/socket'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import css from './bubble.module.css'
import { Bubble, Frame } from './bubble.tsx'
import { nameDay } from '../chat-times.ts'
import log from './log.module.css'
import { MessageWords } from './words.tsx'
import type { Row } from './rows.ts'
import { UnsentBubble } from './unsent-bubble.tsx'

type LogRowProps = {
  row: Row
  channel: Channel
  me: number
  found: number | null
  answer: string
  /** The newest message, if nothing is pending after it. */
  lastId: number | undefined
  onPicture: (attachment: Attachment, messageId: number) => void
  onExpired: (messageId: number) => void
  onAskAgain: (messageId: number) => void
}

export function LogRow({ row, channel, me, found, answer, lastId, ...handlers }: LogRowProps) {
  const t = useText()
  switch (row.kind) {
    case 'begin':
      return <p className={log.quiet}>{t(channel.kind === 'assistant' ? 'chat.beginAssistant' : 'chat.begin')}</p>
    case 'loading':
      return <p className={log.quiet}>{t('chat.loading')}</p>
    case 'day':
      return <DayLine time={row.time} />
    case 'new':
      return <p className={classNames(log.line, log.new)}>{t('chat.newMessages')}</p>
    case 'message':
      return (
        <Bubble
          channel={channel}
          message={row.message}
          me={me}
          isFirstOfMany={row.isFirstOfMany}
          isFound={row.message.msg_id === found}
          mayAskAgain={row.message.may_retry && row.message.msg_id === lastId}
          {...handlers}
        />
      )
    case 'waiting':
      return <UnsentBubble pending={row.pending} />
    case 'answering':
      return <Answering answer={answer} />
  }
}

function DayLine({ time }: { time: string }) {
  const t = useText()
  const dayName = nameDay(time, serverNow(), useLanguage())
  const word = dayName === 'today' ? t('chat.today') : dayName === 'yesterday' ? t('chat.yesterday') : dayName
  return (
    <p className={log.line}>
      <time dateTime={time}>{word}</time>
    </p>
  )
}

/** Dots until the first words arrive, then the text as it is streamed. */
function Answering({ answer }: { answer: string }) {
  const t = useText()
  const name = t('chat.assistant.name')
  return (
    <Frame
      isMine={false}
      who={name}
      showsName={false}
      face={<Avatar name={name} kind="ai" size="sm" className={css.face} />}
      look={classNames(css.ai, css.rising)}
    >
      {answer === '' ? (
        <span role="status">
          {t('chat.assistant.waiting')}
          <span className={css.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        </span>
      ) : (
        <MessageWords text={answer} />
      )}
    </Frame>
  )
}
