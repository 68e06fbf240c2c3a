import type { Channel } from '@saathi/contract/chat/entities'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { whenLong } from './chat-times.ts'
import { usePresence } from './presence.ts'
import css from './presence-parts.module.css'

/** A face with a green dot while the other person is online; the word for it is next to it or hidden. */
export function WithPresence({ channel, me, isSaid, children }: PresenceProps & { isSaid: boolean; children: ReactNode }) {
  const t = useText()
  const presence = usePresence(channel, me)
  return (
    <span className={css.place} data-presence>
      {children}
      {presence?.isOnline && <span className={css.dot}>{!isSaid && <span className="sr">{t('chat.online')}</span>}</span>}
    </span>
  )
}

type PresenceProps = { channel: Channel; me: number }

/** 'Online' or 'Last seen today, 6:40 pm'; otherwise the given text. */
export function PresenceWords({ channel, me, otherwise }: PresenceProps & { otherwise: ReactNode }) {
  const t = useText()
  const language = useLanguage()
  const presence = usePresence(channel, me)
  if (presence?.isOnline) return <span className={css.online}>{t('chat.online')}</span>
  if (!presence?.lastSeenOn) return otherwise
  return t('chat.lastSeen', { when: whenLong(presence.lastSeenOn, serverNow(), language, t) })
}

export function TypingDots() {
  return (
    <span className={css.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
