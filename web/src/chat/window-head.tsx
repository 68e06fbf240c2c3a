import type { Channel } from '@saathi/contract/chat/entities'
import { localeOf } from '@saathi/contract/core/message'
import { Link } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { back, video } from '#core/ui/icons.ts'
import { MESSENGER } from './chat-address.ts'
import css from './conversation.module.css'
import { avatarKind, pictureOf, subtitleOf } from './names.ts'

type WindowHeadProps = {
  channel: Channel
  me: number
  /** To which the focus goes back from the panel. */
  panelButton: RefObject<HTMLButtonElement | null>
  isPanelOpen: boolean
  onPanel: () => void
  /** Absent where the list stands beside it. */
  onBack?: (() => void) | undefined
  /** Expand, full screen and close, as the place has them. */
  controls?: ReactNode
}

export function WindowHead({ channel, me, panelButton, isPanelOpen, onPanel, onBack, controls }: WindowHeadProps) {
  const t = useText()
  const language = useLanguage()
  const listed = new Intl.ListFormat(localeOf(language), { type: 'conjunction' })
  const isAssistant = channel.kind === 'assistant'
  const subtitle = <span className={css.subtitle}>{subtitleOf(channel, me, t, listed)}</span>
  return (
    <header className={css.head}>
      {onBack && <IconButton icon={back} iconSize={22} label={t('chat.back')} onClick={onBack} />}
      <Avatar name={channel.channelName} picture={pictureOf(channel, me)} kind={avatarKind(channel)} className={css.face} />
      <div className={css.titles}>
        <h2 className={css.title} dir="auto">
          {channel.channelName}
        </h2>
        {isAssistant ? (
          subtitle
        ) : (
          <button ref={panelButton} type="button" className={css.panelButton} aria-expanded={isPanelOpen} onClick={onPanel}>
            {subtitle}
          </button>
        )}
      </div>
      <VideoLink channel={channel} />
      {controls}
    </header>
  )
}

/** Only with the video experience, never with the assistant, and not while the channel is closed. */
function VideoLink({ channel }: { channel: Channel }) {
  const t = useText()
  const { experiences } = useProfile().status
  if (experiences.video !== 'use' || channel.kind === 'assistant') return null
  if (channel.closed) return <IconButton icon={video} iconSize={22} label={t('chat.video')} disabled />
  return (
    <Link to={MESSENGER} search={{ section: 'video' }} className={css.videoLink} aria-label={t('chat.video')}>
      <Icon of={video} size={22} />
    </Link>
  )
}
