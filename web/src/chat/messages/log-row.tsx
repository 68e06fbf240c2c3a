import type { Channel } from '@saathi/contract/chat/entities'
import type { Attachment } from '@saathi/contract/chat/socket'
import { voiceTime } from '@saathi/contract/chat/voice'
import type { MouseEvent } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { mic } from '#core/ui/further-icons.ts'
import { alert, clock, file as fileSign } from '#core/ui/icons.ts'
import { Thread } from '#core/ui/progress/thread.tsx'
import { shortName } from '../attachments/chosen-file.ts'
import { nameDay } from '../chat-times.ts'
import { CONTACT_WARNING, discardMessage, resend, type PendingMessage } from '../write/sending.ts'
import { memberOf, nameOf } from '../names.ts'
import { TypingDots } from '../presence-parts.tsx'
import css from './bubble.module.css'
import { Bubble, Frame, Foot } from './bubble.tsx'
import { CallRow } from './call-row.tsx'
import { HeldBubble } from './held-bubble.tsx'
import type { Jump } from './actions.ts'
import log from './log.module.css'
import { QuoteBox } from './quote.tsx'
import type { Row } from './rows.ts'
import { SeenLine } from './seen-line.tsx'
import { MessageWords } from './words.tsx'

type LogRowProps = {
  row: Row
  channel: Channel
  me: number
  found: number | null
  jump: Jump | null
  answer: string
  /** The newest message, if nothing is pending after it. */
  lastId: number | undefined
  /** The newest own message that somebody has read. */
  readId: number | undefined
  onPicture: (attachment: Attachment, messageId: number) => void
  onExpired: (messageId: number) => void
  onAskAgain: (messageId: number) => void
}

export function LogRow({ row, channel, me, found, jump, answer, lastId, readId, ...handlers }: LogRowProps) {
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
      if (row.message.room) return <CallRow channel={channel} message={row.message} room={row.message.room} me={me} />
      return (
        <>
          <Bubble
            channel={channel}
            message={row.message}
            me={me}
            isFirstOfMany={row.isFirstOfMany}
            isFound={row.message.msg_id === found}
            jumped={row.message.msg_id === jump?.id ? jump.times : 0}
            mayAskAgain={row.message.may_retry && row.message.msg_id === lastId}
            isLast={row.message.msg_id === lastId}
            {...handlers}
          />
          {row.message.msg_id === readId && <SeenLine channel={channel} id={readId} me={me} />}
        </>
      )
    case 'held':
      return <HeldBubble held={row.held} />
    case 'waiting':
      return <UnsentBubble pending={row.pending} channel={channel} me={me} />
    case 'answering':
      return <Answering answer={answer} />
    case 'typing':
      return <Typing channel={channel} people={row.people} />
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

/** Hidden from screen readers, because the announcer says it once. */
function Typing({ channel, people }: { channel: Channel; people: readonly number[] }) {
  const t = useText()
  const [first = null] = people
  const name = nameOf(channel, first, t)
  return (
    <Frame
      isMine={false}
      who={name}
      showsName={channel.kind === 'group'}
      face={<Avatar name={name} picture={memberOf(channel, first)?.displayPicture} size="sm" className={css.face} />}
    >
      <span className="sr">{t('chat.typing')}</span>
      <TypingDots />
    </Frame>
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

/** The pressed button disappears; keep the focus in the log. */
function moveFocusAndRun({ currentTarget }: MouseEvent<HTMLElement>, act: () => void): void {
  currentTarget.closest<HTMLElement>('[role="log"]')?.focus()
  act()
}

/** A sent message before it is acknowledged; the real message then replaces it. */
export function UnsentBubble({ pending, channel, me }: { pending: PendingMessage; channel: Channel; me: number }) {
  const t = useText()
  const { message, file, attachment, writtenAt, status, reason, progress, replyTo, voice } = pending
  const hasFailed = status === 'failed'
  const isWarned = reason === CONTACT_WARNING
  // The same file would be refused again.
  const isHopeless = reason === 'chat.file.refused' || reason === 'chat.file.tooLarge'
  const name = file?.name ?? attachment?.name
  const percent = Math.round((progress ?? 0) * 100)
  return (
    <>
      <Frame isMine who={t('chat.you')} showsName={false} face={null} look={hasFailed ? css.failed : css.rising}>
        {replyTo && (
          <div className={css.quoted}>
            <QuoteBox quote={replyTo} channel={channel} me={me} />
          </div>
        )}
        {name && (
          <span className={css.foot}>
            <Icon of={voice ? mic : fileSign} size={16} />
            {voice ? `${t('chat.voice')} · ${voiceTime(voice.durationMs)}` : shortName(name)}
          </span>
        )}
        {message !== '' && <MessageWords text={message} />}
        {progress !== null && (
          <Thread slim value={percent} label={t('chat.file.uploading')} valueText={t('chat.file.progress', { percent })} />
        )}
        <Foot time={writtenAt}>{!hasFailed && <Icon of={clock} size={14} label={t('chat.sending')} />}</Foot>
      </Frame>
      {hasFailed && (
        <div className={css.note} role="alert">
          <Icon of={alert} size={16} />
          <span>
            {t('chat.notSent')} {reason && t(reason)}
          </span>
          {!isHopeless && (
            <Button
              kind="quiet"
              size="sm"
              onClick={(event) => moveFocusAndRun(event, () => resend({ ...pending, isConfirmed: isWarned }))}
            >
              {t(isWarned ? 'chat.contact.sendAnyway' : 'chat.again')}
            </Button>
          )}
          <Button kind="quiet" size="sm" onClick={(event) => moveFocusAndRun(event, () => discardMessage(pending))}>
            {t('chat.discard')}
          </Button>
        </div>
      )}
    </>
  )
}
