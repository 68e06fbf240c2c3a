import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIsPageVisible } from '#core/page-visible.ts'
import { type LoadedMessages, newestId } from './cache.ts'
import { useSocketStatus } from './socket.ts'
import { markSeen } from './live.ts'
import { unreadQuery } from './queries.ts'

type MarkSeenInput = { channel: number; loaded: LoadedMessages; me: number; isInView: boolean }

/** Marks messages as seen if they are in view and the window is visible. */
export function useMarkSeen({ channel, loaded, me, isInView }: MarkSeenInput): void {
  const isSeen = useIsPageVisible()
  const status = useSocketStatus()
  const { data: unread = 0 } = useQuery({ ...unreadQuery, select: (all) => all[channel]?.unreadCount ?? 0 })
  const marked = useRef(0)
  const newest = newestId(loaded)
  const isTheirs = loaded.messages.at(-1)?.user_id !== me
  useEffect(() => {
    if (!isSeen || !isInView || status !== 'open' || newest === undefined) return
    if (newest <= marked.current && unread === 0) return
    if (!isTheirs && unread === 0) return
    marked.current = newest
    markSeen(channel, newest)
  }, [isSeen, isInView, status, newest, isTheirs, unread, channel])
}
