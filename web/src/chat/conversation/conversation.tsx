import type { Channel } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import type { Attachment, ChatMessage } from '@saathi/contract/chat/socket'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Failed } from '#core/ui/failed.tsx'
import { useIsPhone } from '#core/ui/media-query.ts'
import { Skeleton, SkeletonGroup } from '#core/ui/skeleton.tsx'
import { PushOffer } from '#notices/public.ts'
import { readAttachments } from '../attachments/read.ts'
import type { LoadedMessages } from '../cache.ts'
import { rejoinChannel, fetchAround, haveLinksExpired, openChannel, showAround, showNewest } from '../live.ts'
import { MessageActionsContext } from '../messages/actions.ts'
import { MessageLog } from '../messages/log.tsx'
import { UnsentBubble } from '../messages/log-row.tsx'
import { nameOf } from '../names.ts'
import { useTyping } from '../presence.ts'
import { careQuery, messagesQuery, refusalQuery, lastMessageQuery } from '../queries.ts'
import { Composer, type FileTaker } from '../write/composer.tsx'
import { useWithWaiting } from '../write/gestures.ts'
import { Suggestions } from '../write/suggestions.tsx'
import { sendMessage, usePendingMessages, type PendingMessage } from '../write/sending.ts'
import { CareNote } from './care-note.tsx'
import { DropSign, useDrop } from './drop-target.tsx'
import css from './conversation.module.css'
import { ClosedBanner, ConnectionNote, WindowHead } from './head.tsx'
import { LazyPicture, LazyRating, LazySearch } from './lazy-parts.tsx'
import { MembersPanel } from './members-panel.tsx'
import skeletonCss from './skeleton.module.css'
import { useAssistant } from './use-assistant.ts'
import { useGestures } from './use-gestures.tsx'

export type ConversationProps = {
  channel: Channel
  /** The message at which it opens; null for the newest. */
  found: number | null
  onChannel: (channel: number) => void
  onBack?: (() => void) | undefined
  controls?: ReactNode
  /** `wide`: the members panel is open from the start. `call`: shown within its own call, so without a call button. */
  place?: 'wide' | 'call' | undefined
}

const noMessages: LoadedMessages['messages'] = []

/** One channel: head, messages and composer. Keyed by channel, so that opening it joins and fetches it. */
export function Conversation({ channel, found, onChannel, onBack, controls, place }: ConversationProps) {
  const { channelId } = channel
  const { id: me } = useProfile()
  const [panel, setPanel] = useState<'members' | 'search' | null>(place === 'wide' ? 'members' : null)
  const [picture, setPicture] = useState<OpenPicture | null>(null)
  const [hasWritten, setWritten] = useState(false)
  const stored = useQuery(messagesQuery(channelId)).data ?? undefined
  const messages = useWithWaiting(stored?.messages ?? noMessages)
  const loaded = useMemo(() => stored && { ...stored, messages }, [stored, messages])
  const gestures = useGestures(channel, me, loaded)
  const pending = usePendingMessages(channelId)
  const { data: care } = useQuery(careQuery(channelId))
  const { isAnswering, answer } = useAssistant(channel, me, loaded, pending)
  const isAssistant = channel.kind === 'assistant'
  const isInactive = channel.closed?.reason === 'inactive'
  const section = useRef<HTMLElement>(null)
  const panelButton = useRef<HTMLButtonElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const isPhone = useIsPhone()
  const composer = useRef<FileTaker>(null)
  useOpenChannel(channelId, found, !isInactive)
  const mayDrop = channel.closed === null && !isAssistant && !gestures.editor
  const drop = useDrop(mayDrop, (files) => composer.current?.addFiles(files))

  // The pressed row may be gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  }, [])

  // Stable, because it is passed to memoized bubbles.
  const handlePicture = useCallback((attachment: Attachment, messageId: number) => setPicture({ attachment, messageId }), [])

  function handlePanelClose() {
    const button = panel === 'search' ? searchButton : panelButton
    setPanel(null)
    button.current?.focus()
  }

  function handleFound(id: number) {
    // On a phone the panel covers the messages.
    if (isPhone) setPanel(null)
    gestures.actions.onQuote(id)
  }

  /** Also clears the searched message: otherwise the log would jump back to it on the next render. */
  function handleNewest() {
    showNewest(channelId)
    gestures.onJumpEnd()
    if (found !== null) onChannel(channelId)
  }

  function handleSend() {
    setWritten(true)
    handleNewest()
  }

  function handleSuggestion(question: string) {
    handleSend()
    sendMessage({ channel: channelId, message: question, file: null, gif: null })
  }

  function handleAskAgain(id: number) {
    const question = loaded?.messages.findLast(({ msg_id, user_id, message }) => msg_id < id && user_id === me && message !== '')
    if (!question) return
    handleNewest()
    sendMessage({ channel: channelId, message: question.message, file: null, gif: null })
  }

  return (
    <section
      ref={section}
      className={css.conversation}
      aria-label={channel.channelName}
      data-panel={panel !== null && !isAssistant}
      tabIndex={-1}
    >
      <div className={css.window} {...drop.props}>
        {drop.isOver && <DropSign channel={channel} />}
        <WindowHead
          channel={channel}
          me={me}
          panelButton={panelButton}
          searchButton={searchButton}
          panel={panel}
          onPanel={setPanel}
          onBack={onBack}
          controls={controls}
          isInCall={place === 'call'}
        />
        <ConnectionNote />
        {isInactive ? (
          <div />
        ) : loaded ? (
          <MessageActionsContext value={gestures.actions}>
            <MessageLog
              channel={channel}
              me={me}
              loaded={loaded}
              pending={pending}
              found={found}
              jump={gestures.jump}
              isAnswering={isAnswering}
              answer={answer}
              onPicture={handlePicture}
              onAskAgain={handleAskAgain}
              onNewest={handleNewest}
            />
          </MessageActionsContext>
        ) : (
          <LoadingMessages channel={channel} me={me} pending={pending} />
        )}
        {!isInactive && <Announcer channel={channel} me={me} />}
        {channel.closed ? (
          <ClosedBanner closed={channel.closed} />
        ) : (
          <div>
            {/* Offered once the message is sent, because the answer may come when Saathi is closed. */}
            {hasWritten && pending.length === 0 && !isAssistant && !care && (
              <Suspense>
                <PushOffer />
              </Suspense>
            )}
            {care && <CareNote channel={channelId} care={care} />}
            {isAssistant && !hasHelplines(loaded) && <Suggestions onChoose={handleSuggestion} />}
            {gestures.editor}
            <div hidden={Boolean(gestures.editor)}>
              <Composer
                ref={composer}
                channel={channel}
                me={me}
                onSend={handleSend}
                replyTo={gestures.replyTo}
                onReplyEnd={gestures.onReplyEnd}
              />
            </div>
          </div>
        )}
      </div>
      {panel === 'members' && !isAssistant && (
        <MembersPanel channel={channel} me={me} onChannel={onChannel} onClose={handlePanelClose} />
      )}
      {panel === 'search' && <LazySearch channel={channel} onFound={handleFound} onClose={handlePanelClose} />}
      {gestures.menu}
      {gestures.seenBy}
      {picture && (
        <LazyPicture
          attachment={currentAttachment(picture, loaded)}
          hasExpired={() => haveLinksExpired(picture.messageId)}
          onExpired={() => fetchAround(channelId, picture.messageId)}
          onClose={() => setPicture(null)}
        />
      )}
      {isAssistant && <LazyRating channel={channelId} lastSent={lastSentOf(loaded, me)} />}
    </section>
  )
}

/** Inactive members request nothing. */
function useOpenChannel(channel: number, found: number | null, isActive: boolean): void {
  // Only the initial position: jumping to another message does not leave and rejoin.
  const [initial] = useState(found)
  useEffect(() => (isActive ? openChannel(channel, initial) : undefined), [channel, initial, isActive])
  useEffect(() => {
    if (isActive && found !== null) showAround(channel, found)
  }, [channel, found, isActive])
}

/** Hide suggestions while helplines are shown. */
const hasHelplines = (loaded: LoadedMessages | undefined): boolean => (loaded?.messages.at(-1)?.helplines ?? []).length > 0

const lastSentOf = (loaded: LoadedMessages | undefined, me: number): string | null =>
  loaded?.messages.findLast(({ user_id }) => user_id === me)?.created_on ?? null

type OpenPicture = { attachment: Attachment; messageId: number }

/** The link may have been renewed since the picture was opened. */
function currentAttachment({ attachment, messageId }: OpenPicture, loaded: LoadedMessages | undefined): Attachment {
  const message = loaded?.messages.find(({ msg_id }) => msg_id === messageId)
  return (message && readAttachments(message.attachments).find(({ id }) => id === attachment.id)) ?? attachment
}

/** Shows pending messages while loading, so that nobody writes them twice. */
type LoadingProps = { channel: Channel; me: number; pending: PendingMessage[] }

function LoadingMessages({ channel, me, pending }: LoadingProps) {
  const t = useText()
  const { data: code } = useQuery(refusalQuery(channel.channelId))
  return (
    <div className={css.notHeld}>
      {code ? (
        <Failed
          small
          level={3}
          title={t('chat.failed')}
          text={t('chat.failed.text')}
          retryLabel={t('action.retry')}
          onRetry={() => rejoinChannel(channel.channelId)}
        />
      ) : (
        <MessagesSkeleton />
      )}
      {pending.map((each) => (
        <UnsentBubble key={each.tempId} pending={each} channel={channel} me={me} />
      ))}
    </div>
  )
}

function announcementOf({ room, message }: ChatMessage, t: Translate): string {
  return room ? t('chat.call.started') : plainOf(message) || t('chat.aFile')
}

/** Announces new messages of others once, when the screen reader pauses. */
function Announcer({ channel, me }: { channel: Channel; me: number }) {
  const t = useText()
  const { data: last } = useQuery(lastMessageQuery(channel.channelId))
  const [initialId] = useState(last?.msg_id ?? 0)
  const isNew = last && last.msg_id > initialId && last.user_id !== me
  const typist = useFirstTypist(channel.channelId)
  return (
    <p className="sr" role="status">
      {typist !== null && t('chat.typingSaid', { name: nameOf(channel, typist, t) })}
      {typist === null && isNew && (
        // Keyed, so that a repeated text is announced again.
        <span key={last.msg_id}>{t('chat.said', { name: nameOf(channel, last.user_id, t), text: announcementOf(last, t) })}</span>
      )}
    </p>
  )
}

/** The first person who types here, once: announcing each time would drown the messages. */
function useFirstTypist(channel: number): number | null {
  const [first = null] = useTyping(channel)
  const [known, setKnown] = useState<number | null>(null)
  const [isOver, setOver] = useState(false)
  if (known === null && first !== null) setKnown(first)
  if (known !== null && first === null && !isOver) setOver(true)
  return isOver ? null : known
}

export function MessagesSkeleton() {
  const t = useText()
  return (
    <SkeletonGroup label={t('chat.loading')} className={skeletonCss.waiting}>
      <Skeleton shape="block" width="60%" height={56} />
      <Skeleton shape="block" width="50%" height={40} className={skeletonCss.mine} />
      <Skeleton shape="block" width="66%" height={72} />
      <Skeleton shape="block" width="40%" height={40} className={skeletonCss.mine} />
    </SkeletonGroup>
  )
}
