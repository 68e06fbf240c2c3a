import type { Channel } from '@saathi/contract/chat/entities'
import { plainOf } from '@saathi/contract/chat/mentions'
import type { Attachment, ChatMessage } from '@saathi/contract/chat/socket'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Translate, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Failed } from '#core/ui/failed.tsx'
import type { Held } from './cache.ts'
import { ClosedBanner } from './closed-banner.tsx'
import { Composer } from './composer.tsx'
import css from './conversation.module.css'
import { LazyPicture, LazyRating } from './lazy-parts.tsx'
import { LineTrouble } from './line-trouble.tsx'
import { askAgain, askAround, haveLinksEnded, openChannel, showAround, showNewest } from './live.ts'
import { MembersPanel } from './members-panel.tsx'
import { MessageLog } from './message-log.tsx'
import { MessagesSkeleton } from './messages-skeleton.tsx'
import { nameOf } from './names.ts'
import { heldQuery, refusalQuery, saidQuery } from './queries.ts'
import { readAttachments } from './read-attachments.ts'
import { sendMessage, useWaiting, type Waiting } from './sending.ts'
import { UnsentBubble } from './unsent-bubble.tsx'
import { useAssistant } from './use-assistant.ts'
import { WindowHead } from './window-head.tsx'

export type ConversationProps = {
  channel: Channel
  /** The message at which it is opened; null is the newest. */
  found: number | null
  onChannel: (channel: number) => void
  onBack?: (() => void) | undefined
  controls?: ReactNode
  /** Where there is room, the members stand beside it from the beginning. */
  hasRoom?: boolean
}

/** One channel: its head, its messages and the composer. Mounted anew for each channel, so that opening it joins and fetches it. */
export function Conversation({ channel, found, onChannel, onBack, controls, hasRoom = false }: ConversationProps) {
  const { channelId } = channel
  const { id: me } = useProfile()
  const [isPanelOpen, setPanelOpen] = useState(hasRoom)
  const [picture, setPicture] = useState<Shown | null>(null)
  const held = useQuery(heldQuery(channelId)).data ?? undefined
  const waiting = useWaiting(channelId)
  const { isAnswering, answer } = useAssistant(channel, me, held, waiting)
  const isAssistant = channel.kind === 'assistant'
  const isInactive = channel.closed?.reason === 'inactive'
  const place = useRef<HTMLElement>(null)
  const panelButton = useRef<HTMLButtonElement>(null)
  useOpenChannel(channelId, found, !isInactive)

  // Where the row that was pressed is gone and no field takes the focus, it would be nowhere.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [])

  // Handed to every bubble, each of which is drawn anew only when something of it changes.
  const handlePicture = useCallback((attachment: Attachment, messageId: number) => setPicture({ attachment, messageId }), [])

  function handlePanelClose() {
    setPanelOpen(false)
    panelButton.current?.focus()
  }

  /** The message that was searched for is let go of: else the newest would be shown only until the log is drawn anew. */
  function handleNewest() {
    showNewest(channelId)
    if (found !== null) onChannel(channelId)
  }

  function handleAskAgain(id: number) {
    const question = held?.messages.findLast(({ msg_id, user_id, message }) => msg_id < id && user_id === me && message !== '')
    if (!question) return
    handleNewest()
    sendMessage({ channel: channelId, message: question.message, file: null, gif: null })
  }

  return (
    <section
      ref={place}
      className={css.conversation}
      aria-label={channel.channelName}
      data-panel={isPanelOpen && !isAssistant}
      tabIndex={-1}
    >
      <div className={css.window}>
        <WindowHead
          channel={channel}
          me={me}
          panelButton={panelButton}
          isPanelOpen={isPanelOpen}
          onPanel={() => setPanelOpen(!isPanelOpen)}
          onBack={onBack}
          controls={controls}
        />
        <LineTrouble />
        {isInactive ? (
          <div />
        ) : held ? (
          <MessageLog
            channel={channel}
            me={me}
            held={held}
            waiting={waiting}
            found={found}
            isAnswering={isAnswering}
            answer={answer}
            onPicture={handlePicture}
            onAskAgain={handleAskAgain}
            onNewest={handleNewest}
          />
        ) : (
          <NotHeld channel={channelId} waiting={waiting} />
        )}
        {!isInactive && <Announcer channel={channel} me={me} />}
        {channel.closed ? (
          <ClosedBanner until={channel.closed.until} />
        ) : (
          <Composer channel={channel} me={me} onSend={handleNewest} />
        )}
      </div>
      {isPanelOpen && !isAssistant && <MembersPanel channel={channel} me={me} onChannel={onChannel} onClose={handlePanelClose} />}
      {picture && (
        <LazyPicture
          attachment={asItIsNow(picture, held)}
          haveEnded={() => haveLinksEnded(picture.messageId)}
          onExpired={() => askAround(channelId, picture.messageId)}
          onClose={() => setPicture(null)}
        />
      )}
      {isAssistant && <LazyRating channel={channelId} lastSent={lastSentOf(held, me)} />}
    </section>
  )
}

/** One who is not active there any more is told so, and asks for nothing. */
function useOpenChannel(channel: number, found: number | null, isActive: boolean): void {
  // The place at which it opens is only where it begins; jumping to another one does not leave and join it.
  const [begin] = useState(found)
  useEffect(() => (isActive ? openChannel(channel, begin) : undefined), [channel, begin, isActive])
  useEffect(() => {
    if (isActive && found !== null) showAround(channel, found)
  }, [channel, found, isActive])
}

const lastSentOf = (held: Held | undefined, me: number): string | null =>
  held?.messages.findLast(({ user_id }) => user_id === me)?.created_on ?? null

type Shown = { attachment: Attachment; messageId: number }

/** Its link may have been made anew since it was opened. */
function asItIsNow({ attachment, messageId }: Shown, held: Held | undefined): Attachment {
  const message = held?.messages.find(({ msg_id }) => msg_id === messageId)
  return (message && readAttachments(message.attachments).find(({ id }) => id === attachment.id)) ?? attachment
}

/** What is written meanwhile is shown: else one would write it once more. */
function NotHeld({ channel, waiting }: { channel: number; waiting: Waiting[] }) {
  const t = useText()
  const { data: code } = useQuery(refusalQuery(channel))
  return (
    <div className={css.notHeld}>
      {code ? (
        <Failed
          small
          level={3}
          title={t('chat.failed')}
          text={t('chat.failed.text')}
          retryLabel={t('action.retry')}
          onRetry={() => askAgain(channel)}
        />
      ) : (
        <MessagesSkeleton />
      )}
      {waiting.map((each) => (
        <UnsentBubble key={each.tempId} waiting={each} />
      ))}
    </div>
  )
}

function spokenOf({ room, message }: ChatMessage, t: Translate): string {
  return room ? t('chat.call.started') : plainOf(message) || t('chat.aFile')
}

/** What others say while one is here, once and when the reader pauses. */
function Announcer({ channel, me }: { channel: Channel; me: number }) {
  const t = useText()
  const { data: last } = useQuery(saidQuery(channel.channelId))
  const [heard] = useState(last?.msg_id ?? 0)
  const isNew = last && last.msg_id > heard && last.user_id !== me
  return (
    <p className="sr" role="status">
      {isNew && (
        // Of its own each, so that the same words said twice are told twice.
        <span key={last.msg_id}>{t('chat.said', { name: nameOf(channel, last.user_id, t), text: spokenOf(last, t) })}</span>
      )}
    </p>
  )
}
