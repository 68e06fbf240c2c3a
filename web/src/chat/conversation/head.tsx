import type { Channel } from '@saathi/contract/chat/entities'
import { localeOf } from '@saathi/contract/core/message'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { serverNow } from '#core/server-time.ts'
import { useChatSlot } from '#core/slots.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { back, offline, lock, search } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { dayAndClock } from '../chat-times.ts'
import { avatarKind, pictureOf, subtitleOf } from '../names.ts'
import { PresenceWords, WithPresence } from '../presence-parts.tsx'
import { channelsQuery } from '../queries.ts'
import { useSocketStatus } from '../socket.ts'
import css from './conversation.module.css'

type WindowHeadProps = {
  channel: Channel
  me: number
  /** Gets the focus back from the panel. */
  panelButton: RefObject<HTMLButtonElement | null>
  searchButton: RefObject<HTMLButtonElement | null>
  panel: 'members' | 'search' | null
  onPanel: (next: 'members' | 'search' | null) => void
  /** Absent if the list is visible, too. */
  onBack?: (() => void) | undefined
  /** Expand, full screen and close, where available. */
  controls?: ReactNode
  isInCall: boolean
}

export function WindowHead(props: WindowHeadProps) {
  const { channel, me, panelButton, searchButton, panel, onPanel, onBack, controls, isInCall } = props
  const t = useText()
  const language = useLanguage()
  const listFormat = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  const isAssistant = channel.kind === 'assistant'
  const names = subtitleOf(channel, me, t, listFormat)
  const subtitle = (
    <span className={css.subtitle}>
      <PresenceWords channel={channel} me={me} otherwise={names} />
    </span>
  )
  return (
    <header className={css.head}>
      {onBack && <IconButton icon={back} iconSize={22} label={t('chat.back')} onClick={onBack} />}
      <WithPresence channel={channel} me={me} isSaid>
        <Avatar name={channel.channelName} picture={pictureOf(channel, me)} kind={avatarKind(channel)} />
      </WithPresence>
      <div className={css.titles}>
        <h2 className={css.title} dir="auto">
          {channel.channelName}
        </h2>
        {isAssistant || isInCall ? (
          subtitle
        ) : (
          <button
            ref={panelButton}
            type="button"
            className={css.panelButton}
            aria-expanded={panel === 'members'}
            onClick={() => onPanel(panel === 'members' ? null : 'members')}
          >
            {subtitle}
          </button>
        )}
      </div>
      {!isAssistant && !isInCall && channel.closed?.reason !== 'inactive' && (
        <IconButton
          ref={searchButton}
          icon={search}
          label={t('chat.searchHere')}
          aria-expanded={panel === 'search'}
          onClick={() => onPanel(panel === 'search' ? null : 'search')}
        />
      )}
      {!isInCall && <VideoButton channel={channel} />}
      {controls}
    </header>
  )
}

/** Only with the video experience, and never with the assistant. Its space is reserved while its script loads. */
function VideoButton({ channel }: { channel: Channel }) {
  const { experiences } = useProfile().status
  const hasVideo = experiences.video === 'use' && channel.kind !== 'assistant'
  return hasVideo && <VideoPart channel={channel} />
}

function VideoPart({ channel }: { channel: Channel }) {
  const { Part, isLost } = useChatSlot('button')
  if (Part) return <Part channel={channel} />
  return !isLost && <span className={css.videoPlace} />
}

/** The live region is always present; otherwise its content would not be announced. */
export function ConnectionNote() {
  const t = useText()
  const status = useSocketStatus()
  return (
    <div role="status">
      {status === 'late' && (
        <Note tone="warn" icon={offline} title={t('chat.lineLost')} className={css.trouble}>
          {t('chat.lineLost.text')}
        </Note>
      )}
    </div>
  )
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Replaces the composer at the same height. The typed text stays as a draft. */
export function ClosedBanner({ closed: { reason, until } }: { closed: NonNullable<Channel['closed']> }) {
  const t = useText()
  const language = useLanguage()
  const client = useQueryClient()

  // The server opens the channel; refetch when the time has come.
  useEffect(() => {
    if (until === null) return undefined
    const leftMs = Math.min(LONGEST_TIMER_MS, Math.max(0, Date.parse(until) - serverNow()) + 1_000)
    const timer = setTimeout(() => {
      void client.invalidateQueries({ queryKey: channelsQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['chat', 'channel'] })
    }, leftMs)
    return () => clearTimeout(timer)
  }, [until, client])

  if (reason === 'ended')
    return (
      <Note tone="calm" icon={lock} title={t('chat.ended')} live="status" className={css.banner}>
        {t('chat.endedText')}
      </Note>
    )
  return (
    <Note tone="calm" icon={lock} title={t('chat.closed')} live="status" className={css.banner}>
      {until && (
        <>
          {t('chat.closedUntil')} <time dateTime={until}>{dayAndClock(until, language)}</time>
        </>
      )}
    </Note>
  )
}
