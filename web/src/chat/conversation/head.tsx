import type { Channel } from '@saathi/contract/chat/entities'
import { localeOf } from '@saathi/contract/core/message'
import type { ReactNode, RefObject } from 'react'
import { useChatSlot } from '#core/slots/chat.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { back } from '#core/ui/icons.ts'
import css from './conversation.module.css'
import { avatarKind, pictureOf, subtitleOf } from '../names.ts'

type WindowHeadProps = {
  channel: Channel
  me: number
  /** Gets the focus back from the panel. */
  panelButton: RefObject<HTMLButtonElement | null>
  isPanelOpen: boolean
  onPanel: () => void
  /** Absent if the list is visible, too. */
  onBack?: (() => void) | undefined
  /** Expand, full screen and close, where available. */
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
      <VideoButton channel={channel} />
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
