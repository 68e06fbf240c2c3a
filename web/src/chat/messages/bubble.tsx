import type { Channel, ChannelMember } from '@saathi/contract/chat/entities'
import type { Attachment, ChatMessage } from '@saathi/contract/chat/socket'
import { type Helpline, helplineLines } from '@saathi/contract/help/entities'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { openReport } from '#core/report.ts'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { flag, globe } from '#core/ui/icons.ts'
import { HelplineList } from '#help/public.ts'
import { readAttachments } from '../attachments/read.ts'
import { AttachmentView } from '../attachments/view.tsx'
import css from './bubble.module.css'
import { isRedacted } from '../cache.ts'
import { timeOfDay } from '../chat-times.ts'
import { haveLinksExpired } from '../live.ts'
import { MessageMark } from './mark.tsx'
import { MessageWords } from './words.tsx'
import { hasSeveralAuthors, memberOf, nameOf } from '../names.ts'

export type BubbleProps = {
  channel: Channel
  message: ChatMessage
  me: number
  isFirstOfMany: boolean
  isFound: boolean
  mayAskAgain: boolean
  onPicture: (attachment: Attachment, messageId: number) => void
  onExpired: (messageId: number) => void
  onAskAgain: (messageId: number) => void
}

/** Memoized, because there may be thousands of messages above it. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { channel, message, me, isFirstOfMany, isFound, mayAskAgain, onPicture, onExpired, onAskAgain } = props
  const { msg_id: id } = message
  const t = useText()
  const isMine = message.user_id === me
  const name = nameOf(channel, message.user_id, t)
  const who = memberOf(channel, message.user_id)
  const isBot = who?.role === 'ai_assistant'
  return (
    <Frame
      isMine={isMine}
      isFound={isFound}
      who={isMine ? t('chat.you') : name}
      showsName={isFirstOfMany && !isMine && (hasSeveralAuthors(channel) || !who)}
      face={
        !isMine && (
          <Avatar name={name} picture={who?.displayPicture} kind={isBot ? 'ai' : 'person'} size="sm" className={css.face} />
        )
      }
      look={isBot && css.ai}
    >
      {message.is_broadcast_message && (
        <span className={css.broadcast}>
          <Icon of={globe} size={14} />
          {t('chat.broadcast')}
        </span>
      )}
      {isRedacted(message) && <em>{t('chat.redacted')}</em>}
      <MessageBody message={message} />
      {readAttachments(message.attachments).map((attachment) => (
        <AttachmentView
          key={attachment.id}
          attachment={attachment}
          hasExpired={() => haveLinksExpired(id)}
          onPicture={() => onPicture(attachment, id)}
          onExpired={() => onExpired(id)}
        />
      ))}
      {mayAskAgain && (
        <Button kind="line" size="sm" onClick={() => onAskAgain(id)}>
          {t('chat.assistant.again')}
        </Button>
      )}
      <Foot time={message.created_on}>
        {isMine ? <MessageMark channel={channel} id={id} me={me} /> : <ReportButton message={message} who={who} />}
      </Foot>
    </Frame>
  )
})

function MessageBody({ message: { room, message: text, helplines = [] } }: { message: ChatMessage }) {
  if (room) return <CallInvite room={room} />
  if (helplines.length > 0) return <HelplineWords text={text} helplines={helplines} />
  return text === '' ? null : <MessageWords text={text} />
}

type FrameProps = {
  isMine: boolean
  isFound?: boolean
  who: string
  showsName: boolean
  face: ReactNode
  look?: string | false | undefined
  children: ReactNode
}

export function Frame({ isMine, isFound, who, showsName, face, look, children }: FrameProps) {
  return (
    <article className={classNames(isMine ? css.mine : css.theirs, isFound && css.found)}>
      {face}
      <span className={showsName ? css.name : 'sr'}>{who}</span>
      <div className={classNames(css.bubble, look)}>{children}</div>
    </article>
  )
}

export function Foot({ time, children }: { time: string; children?: ReactNode }) {
  const language = useLanguage()
  return (
    <span className={css.foot}>
      <time dateTime={time} dir="ltr">
        {timeOfDay(time, language)}
      </time>
      {children}
    </span>
  )
}

/** Only the server marks a message as an invite; text that looks like one stays text. */
function CallInvite({ room }: { room: NonNullable<ChatMessage['room']> }) {
  const t = useText()
  if (serverNow() >= Date.parse(room.expires_at)) return <p className={css.words}>{t('chat.call.over')}</p>
  return (
    <p className={css.words}>
      {t('chat.call.started')} <Link to={`/video/join-meeting/${room.room}`}>{t('chat.call.join')}</Link>
    </p>
  )
}

/** The first of two taps: opens the reasons. The team cannot be blocked, and neither can the assistant. */
function ReportButton({ message, who }: { message: ChatMessage; who: ChannelMember | undefined }) {
  const t = useText()
  const isBot = who?.role === 'ai_assistant'
  const isFile = message.message === '' && readAttachments(message.attachments).length > 0
  const thing = { kind: isBot ? 'answer' : isFile ? 'file' : 'message', id: String(message.msg_id) } as const
  const about = who && !isBot && !who.isPairManager ? { personId: who.userId, name: who.userFullName } : null
  return (
    <button
      type="button"
      className={css.report}
      aria-label={about ? t('safety.open', { name: about.name }) : t('safety.report.open')}
      onClick={() => openReport(thing, about)}
    >
      <Icon of={flag} size={16} />
    </button>
  )
}

/** The numbers as tel: links in place of their lines. */
function HelplineWords({ text, helplines }: { text: string; helplines: readonly Helpline[] }) {
  // If the lines do not match, the whole text stays: showing numbers twice is better than not at all.
  const [before = '', ...after] = text.split(helplineLines(helplines))
  return (
    <div className={css.withHelplines}>
      <MessageWords text={before.trim()} />
      <HelplineList helplines={helplines} />
      {after.length > 0 && <MessageWords text={after.join('').trim()} />}
    </div>
  )
}
