import type { Channel } from '@saathi/contract/chat/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { lock } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { dayAndClock } from '../chat-times.ts'
import css from './conversation.module.css'
import { channelsQuery } from '../queries.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Replaces the composer at the same height. The typed text stays as a draft. */
export function ClosedBanner({ until }: { until: NonNullable<Channel['closed']>['until'] }) {
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
