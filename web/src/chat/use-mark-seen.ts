import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIsSeen } from '#core/is-seen.ts'
import { type Held, newestId } from './cache.ts'
import { useLine } from './line.ts'
import { markSeen } from './live.ts'
import { unreadQuery } from './queries.ts'

type Given = { channel: number; held: Held; me: number; isInView: boolean }

/** What is in view has been read, in a window that somebody looks at. */
export function useMarkSeen({ channel, held, me, isInView }: Given): void {
  const isSeen = useIsSeen()
  const line = useLine()
  const { data: unread = 0 } = useQuery({ ...unreadQuery, select: (all) => all[channel]?.unreadCount ?? 0 })
  const marked = useRef(0)
  const newest = newestId(held)
  const isTheirs = held.messages.at(-1)?.user_id !== me
  useEffect(() => {
    if (!isSeen || !isInView || line !== 'open' || newest === undefined) return
    if (newest <= marked.current && unread === 0) return
    if (!isTheirs && unread === 0) return
    marked.current = newest
    markSeen(channel, newest)
  }, [isSeen, isInView, line, newest, isTheirs, unread, channel])
}
