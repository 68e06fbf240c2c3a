import type { OpenRoom } from '@saathi/contract/video/entities'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { serverNow } from '#core/server-time.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { clockText } from '#core/ui/progress/countdown.tsx'
import { namesOf } from './person-name.ts'
import css from './return-bar.module.css'

export type ReturnBarProps = { room: OpenRoom }

/** On every page: leads back to a call that goes on without this page, also after the browser was closed. */
export function ReturnBar({ room }: ReturnBarProps) {
  const t = useText()
  const language = useLanguage()
  const { id: me } = useProfile()
  const others = room.people.filter(({ userId }) => userId !== me)
  const seconds = useSecondsSince(room.startTime)
  return (
    <section className={css.bar} aria-label={t('video.bar')}>
      <span className={css.live} aria-hidden="true" />
      <Avatar name={others[0]?.name ?? room.title} picture={others[0]?.displayPicture} size="sm" />
      <p className={css.words}>
        <b dir="auto">{others.length > 0 ? t('video.bar.still', { names: namesOf(others, language) }) : t('video.bar')}</b>
        <small aria-hidden="true">{clockText(seconds)}</small>
      </p>
      <ButtonLink className={css.go} render={<Link to="/video/join-meeting/$roomId" params={{ roomId: room.room }} />}>
        {t('video.card.return')}
      </ButtonLink>
    </section>
  )
}

function useSecondsSince(time: string): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - Date.parse(time)) / 1_000))
}
