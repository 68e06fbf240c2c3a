import type { Channel } from '@saathi/contract/chat/entities'
import type { Attachment, ChatMessage } from '@saathi/contract/chat/socket'
import { type Helpline, helplineLines } from '@saathi/contract/help/entities'
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  use,
  useRef,
} from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { openReport } from '#core/report.ts'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { block, globe, reply, smile } from '#core/ui/further-icons.ts'
import { clock, flag, more } from '#core/ui/icons.ts'
import { HelplineList } from '#help/public.ts'
import type { AnswerCards } from './answer-cards.tsx'
import { readAttachments } from '../attachments/read.ts'
import { AttachmentView } from '../attachments/view.tsx'
import css from './bubble.module.css'
import { isRedacted, type ShownMessage } from '../cache.ts'
import { timeOfDay } from '../chat-times.ts'
import { haveLinksExpired } from '../live.ts'
import { type MenuView, MessageActionsContext } from './actions.ts'
import { MessageMark } from './mark.tsx'
import { MessageTranslation } from './translation.tsx'
import { type MessageOptions, optionsFor, reportOf } from './options.ts'
import { QuoteBox } from './quote.tsx'
import type { Reactions } from './reactions.tsx'
import { usePress } from './use-press.ts'
import { MessageWords } from './words.tsx'
import { hasSeveralAuthors, memberOf, nameOf } from '../names.ts'

export type BubbleProps = {
  channel: Channel
  message: ShownMessage
  me: number
  isFirstOfMany: boolean
  isFound: boolean
  /** How often the reader has jumped here from a quote. */
  jumped: number
  mayAskAgain: boolean
  /** The newest message, after which nothing is pending. */
  isLast: boolean
  onPicture: (attachment: Attachment, messageId: number) => void
  onExpired: (messageId: number) => void
  onAskAgain: (messageId: number) => void
}

/** Memoized, because there may be thousands of messages above it. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { channel, message, me, isFirstOfMany, isFound, jumped, mayAskAgain, isLast, onPicture, onExpired, onAskAgain } = props
  const { msg_id: id, reply_to: quote } = message
  const actions = use(MessageActionsContext)
  const t = useText()
  const isMine = message.user_id === me
  const name = nameOf(channel, message.user_id, t)
  const who = memberOf(channel, message.user_id)
  const isBot = who?.role === 'ai_assistant'
  const options = actions && optionsFor(channel, message, me, serverNow())
  const bubble = useRef<HTMLDivElement>(null)
  const press = usePress({
    onMenu: options && ((anchor) => actions?.onMenu(message, bubbleIn(anchor), 'all')),
    onReply: options?.canReply ? () => actions?.onReply(message) : null,
  })
  return (
    <Frame
      key={jumped}
      isMine={isMine}
      isFound={isFound}
      isMarked={jumped > 0}
      bubble={bubble}
      press={press}
      below={message.reactions && <LazyReactions channel={channel} message={message} me={me} />}
      who={isMine ? t('chat.you') : name}
      showsName={isFirstOfMany && !isMine && (hasSeveralAuthors(channel) || !who)}
      face={
        !isMine && (
          <Avatar name={name} picture={who?.displayPicture} kind={isBot ? 'ai' : 'person'} size="sm" className={css.face} />
        )
      }
      look={classNames(isBot && css.ai, message.is_deleted && css.gone)}
    >
      {options && <Tools message={message} options={options} bubble={bubble} />}
      {quote && (
        <div className={css.quoted}>
          <QuoteBox quote={quote} channel={channel} me={me} onOpen={() => actions?.onQuote(quote.msg_id)} />
        </div>
      )}
      {message.is_broadcast_message && (
        <span className={css.broadcast}>
          <Icon of={globe} size={14} />
          {t('chat.broadcast')}
        </span>
      )}
      {isRedacted(message) && <Trace message={message} isMine={isMine} />}
      <MessageBody message={message} />
      <MessageTranslation message={message} />
      {readAttachments(message.attachments).map((attachment) => (
        <AttachmentView
          key={attachment.id}
          attachment={attachment}
          hasExpired={() => haveLinksExpired(id)}
          onPicture={() => onPicture(attachment, id)}
          onExpired={() => onExpired(id)}
        />
      ))}
      {message.answer && <LazyCards answer={message.answer} channel={channel.channelId} messageId={id} isLast={isLast} />}
      {mayAskAgain && (
        <Button kind="line" size="sm" onClick={() => onAskAgain(id)}>
          {t('chat.assistant.again')}
        </Button>
      )}
      <Foot time={message.created_on} isEdited={message.edited_on !== undefined}>
        {message.isWaiting ? (
          <Icon of={clock} size={14} label={t('chat.sending')} />
        ) : !isMine ? (
          <ReportButton channel={channel} message={message} />
        ) : (
          !message.is_deleted && <MessageMark channel={channel} id={id} me={me} />
        )}
      </Foot>
    </Frame>
  )
})

function MessageBody({ message: { message: text, helplines = [] } }: { message: ChatMessage }) {
  if (helplines.length > 0) return <HelplineWords text={text} helplines={helplines} />
  return text === '' ? null : <MessageWords text={text} />
}

type FrameProps = {
  isMine: boolean
  isFound?: boolean
  /** Highlighted for a moment after a jump to it. */
  isMarked?: boolean
  bubble?: Ref<HTMLDivElement>
  press?: ReturnType<typeof usePress>
  below?: ReactNode
  who: string
  showsName: boolean
  face: ReactNode
  look?: string | false | undefined
  children: ReactNode
}

export function Frame(props: FrameProps) {
  const { isMine, isFound, isMarked, bubble, press, below, who, showsName, face, look, children } = props
  const classes = classNames(isMine ? css.mine : css.theirs, isFound && css.found, isMarked && css.marked)
  return (
    <article className={classes} {...press}>
      {face}
      <span className={showsName ? css.name : 'sr'}>{who}</span>
      <div ref={bubble} className={classNames(css.bubble, look)} data-bubble>
        {children}
      </div>
      {below && <div className={css.below}>{below}</div>}
    </article>
  )
}

export function Foot({ time, isEdited = false, children }: { time: string; isEdited?: boolean; children?: ReactNode }) {
  const t = useText()
  const language = useLanguage()
  return (
    <span className={css.foot}>
      {isEdited && <span>{t('chat.edited')}</span>}
      <time dateTime={time} dir="ltr">
        {timeOfDay(time, language)}
      </time>
      {children}
    </span>
  )
}

/** The first of two taps: opens the reasons. */
function ReportButton({ channel, message }: { channel: Channel; message: ShownMessage }) {
  const t = useText()
  const { thing, about } = reportOf(channel, message)
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

/** Placeholder of a message that was deleted by its sender or removed by the team. */
function Trace({ message, isMine }: { message: ShownMessage; isMine: boolean }) {
  const t = useText()
  if (!message.is_deleted) return <em>{t('chat.redacted')}</em>
  return (
    <span className={css.trace}>
      <Icon of={block} size={17} />
      {t(isMine ? 'chat.deleted.mine' : 'chat.deleted.theirs')}
    </span>
  )
}

const bubbleIn = (article: HTMLElement): HTMLElement => article.querySelector<HTMLElement>('[data-bubble]') ?? article

type ToolsProps = { message: ShownMessage; options: MessageOptions; bubble: RefObject<HTMLDivElement | null> }

/** Shown on hover and focus; on touch screens holding the message does the same. */
function Tools({ message, options, bubble }: ToolsProps) {
  const t = useText()
  const actions = use(MessageActionsContext)
  if (!actions) return null
  const open = (view: MenuView) => bubble.current && actions.onMenu(message, bubble.current, view)
  return (
    <span className={css.tools} role="toolbar" aria-label={t('chat.act')}>
      {options.canReact && <IconButton icon={smile} label={t('chat.react')} onClick={() => open('react')} />}
      {options.canReply && <IconButton icon={reply} label={t('chat.act.reply')} onClick={() => actions.onReply(message)} />}
      <IconButton icon={more} label={t('chat.act.more')} aria-haspopup="dialog" onClick={() => open('all')} />
    </span>
  )
}

type ReactionsProps = ComponentProps<typeof Reactions>
/** Without their script, reactions are not shown. */
const noReactions = (_props: ReactionsProps) => null
const LoadedReactions = lazy(async () => ({
  default: await import('./reactions.tsx').then(
    (part) => part.Reactions,
    () => noReactions,
  ),
}))

const LazyReactions = (props: ReactionsProps) => (
  <Suspense>
    <LoadedReactions {...props} />
  </Suspense>
)

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

type CardsProps = ComponentProps<typeof AnswerCards>

/** Only the assistant has cards. If their script fails to load, the words remain. */
const noCards: ComponentType<CardsProps> = () => null
const Cards = lazy(async () => ({
  default: await import('./answer-cards.tsx').then(
    (part) => part.AnswerCards,
    () => noCards,
  ),
}))

const LazyCards = (props: CardsProps) => (
  <Suspense>
    <Cards {...props} />
  </Suspense>
)
