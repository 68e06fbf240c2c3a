import type { Channel } from '@saathi/contract/chat/entities'
import type { OwnHeldMessage } from '@saathi/contract/chat/filter'
import type { Attachment } from '@saathi/contract/chat/socket'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useIsPageVisible } from '#core/page-visible.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { down } from '#core/ui/icons.ts'
import { type LoadedMessages, newestId, oldestId } from '../cache.ts'
import { rejoinChannel, fetchAround, fetchNewer, fetchOlder } from '../live.ts'
import { markSeen } from '../seen.ts'
import { LogRow } from './log-row.tsx'
import type { Jump } from './actions.ts'
import { newestRead } from './mark.tsx'
import css from './log.module.css'
import { heldQuery, refusalQuery, unreadQuery } from '../queries.ts'
import { useTyping } from '../presence.ts'
import { type Row, rowsOf } from './rows.ts'
import type { PendingMessage } from '../write/sending.ts'
import { onSocketOpen, useSocketStatus } from '../socket.ts'
import { useEndInSight, useIsOnScreen, useScrollPosition } from './use-scroll-position.ts'

type MessageLogProps = {
  channel: Channel
  me: number
  loaded: LoadedMessages
  pending: PendingMessage[]
  /** The message that was searched for. */
  found: number | null
  /** A quoted message that the reader jumped to. */
  jump: Jump | null
  isAnswering: boolean
  answer: string
  onPicture: (attachment: Attachment, messageId: number) => void
  onAskAgain: (messageId: number) => void
  onNewest: () => void
}

const noneHeld: OwnHeldMessage[] = []
const NEAR_END_PX = 80

/** An estimate close enough that measuring moves little: a line has about forty characters. */
function estimate(row: Row | undefined): number {
  if (row?.kind === 'message') {
    const { message, attachments } = row.message
    return 21 + 22 * Math.ceil(message.length / 40) + (attachments === '[]' ? 0 : 150)
  }
  return row?.kind === 'waiting' ? 80 : 40
}

/** Virtualized, so that ten thousand messages scroll like ten. Anchored to its end. */
export function MessageLog(props: MessageLogProps) {
  const { channel, me, loaded, pending, found, jump, isAnswering, answer, onPicture, onAskAgain, onNewest } = props
  const { channelId } = channel
  const t = useText()
  const status = useSocketStatus()
  const scroller = useRef<HTMLDivElement>(null)
  const requested = useRef<string>('')
  const { data: refusal = '' } = useQuery(refusalQuery(channelId))
  // Whether the newest messages were loaded before these rows arrived. If not, the reader is going to read the new rows, so the
  // log must not scroll to the end.
  const [wasComplete, setWasComplete] = useState(!loaded.hasNewer)
  useEffect(() => setWasComplete(!loaded.hasNewer), [loaded.hasNewer])
  const [seenUpTo] = useState(() => channel.channelMembers.find(({ userId }) => userId === me)?.lastSeenId ?? 0)
  const { data: held = noneHeld } = useQuery({ ...heldQuery(channelId), enabled: channel.kind !== 'assistant' })
  const typing = useTyping(channelId)
  const rows = useMemo(
    () => rowsOf({ loaded, pending, held, seenUpTo, me, isAnswering, typing }),
    [loaded, pending, held, seenUpTo, me, isAnswering, typing],
  )
  const readId = useMemo(() => newestRead(loaded.messages, channel, me), [loaded, channel, me])
  const keyAt = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is one lasting object and is read at each render
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    getItemKey: keyAt,
    overscan: 8,
    gap: 10,
    paddingStart: 16,
    paddingEnd: 16,
    anchorTo: 'end',
    followOnAppend: wasComplete,
    scrollEndThreshold: NEAR_END_PX,
  })
  const items = virtualizer.getVirtualItems()
  const first = items.at(0)?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const target = jump?.id ?? found
  const targetAt = target === null ? -1 : rows.findIndex((row) => row.kind === 'message' && row.message.msg_id === target)
  const place = jump ? `${jump.id} ${jump.times}` : found
  const { isPositioned, isAtEnd, handleScroll, keepPosition } = useScrollPosition(virtualizer, place, targetAt)
  useEndInSight(virtualizer, scroller, isAtEnd && wasComplete)
  const end = useRef<HTMLDivElement>(null)
  const isEndOnScreen = useIsOnScreen(end)
  const knownIds = useRef<Set<string>>(null)

  // A newly sent message scrolls to the end, wherever the reader is. Failed ones that stay do not.
  useEffect(() => {
    knownIds.current ??= new Set(pending.map(({ tempId }) => tempId))
    const isNew = pending.some(({ tempId }) => !knownIds.current?.has(tempId))
    for (const { tempId } of pending) knownIds.current.add(tempId)
    if (isNew) virtualizer.scrollToEnd()
  }, [pending, virtualizer])

  const oldest = oldestId(loaded)
  const newest = newestId(loaded)
  const lastKey = rows.at(-1)?.key
  // The virtualizer follows only rows appended at the end: not an answer that replaces its placeholder, nor a message above
  // unsent ones.
  const handleRows = useEffectEvent(() => isPositioned && keepPosition(wasComplete))
  useLayoutEffect(() => void handleRows(), [newest, lastKey])

  const [opened, setOpened] = useState(0)
  useEffect(() => onSocketOpen(() => setOpened((times) => times + 1)), [])
  const newerAt = rows.length - pending.length
  useEffect(() => {
    if (status !== 'open' || refusal) requested.current = ''
    if (status !== 'open' || refusal || !isPositioned) return
    const request = `${oldest} ${newest} ${opened}`
    if (requested.current === request) return
    if (loaded.hasOlder && first <= 1 && fetchOlder(channelId)) requested.current = request
    else if (loaded.hasNewer && last >= newerAt - 2 && fetchNewer(channelId)) requested.current = request
  }, [status, refusal, isPositioned, oldest, newest, opened, loaded.hasOlder, loaded.hasNewer, first, last, newerAt, channelId])

  useMarkSeen({ channel: channelId, loaded, me, isInView: isAtEnd && isEndOnScreen && !loaded.hasNewer })

  const handleExpired = useCallback((messageId: number) => fetchAround(channelId, messageId), [channelId])

  function handleNewest() {
    onNewest()
    if (!loaded.hasNewer) virtualizer.scrollToEnd()
  }

  return (
    <div className={css.place}>
      {/* The announcer reads new messages once; a live log would read old messages while scrolling. */}
      <div
        ref={scroller}
        className={css.log}
        role="log"
        aria-live="off"
        aria-label={t('chat.log', { name: channel.channelName })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be focusable
        tabIndex={0}
        onScroll={handleScroll}
      >
        <div className={css.inner} style={{ blockSize: virtualizer.getTotalSize() }}>
          {items.map(({ key, index, start }) => {
            const row = rows[index]
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={css.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row && (
                  <LogRow
                    row={row}
                    channel={channel}
                    me={me}
                    found={found}
                    jump={jump}
                    answer={answer}
                    readId={readId}
                    lastId={pending.length === 0 ? newest : undefined}
                    onPicture={onPicture}
                    onExpired={handleExpired}
                    onAskAgain={onAskAgain}
                  />
                )}
              </div>
            )
          })}
          <div ref={end} className={css.end} />
        </div>
      </div>
      {refusal ? (
        <Button kind="soft" size="sm" className={css.older} onClick={() => rejoinChannel(channelId)}>
          {t('chat.again')}
        </Button>
      ) : (
        loaded.hasOlder && first <= 1 && <p className={css.older}>{t('chat.loading')}</p>
      )}
      {(!isAtEnd || loaded.hasNewer) && <ToNewest channel={channelId} onClick={handleNewest} />}
    </div>
  )
}

/** A button to the newest messages, with the number of new ones. */
function ToNewest({ channel, onClick }: { channel: number; onClick: () => void }) {
  const t = useText()
  const { data: count = 0 } = useQuery({ ...unreadQuery, select: (all) => all[channel]?.unreadCount ?? 0 })
  if (count === 0)
    return <IconButton icon={down} kind="filled" className={css.jump} label={t('chat.toNewest')} onClick={onClick} />
  return (
    <button type="button" className={css.pill} onClick={onClick}>
      <Icon of={down} size={18} />
      {t('chat.newCount', { count })}
    </button>
  )
}

type MarkSeenInput = { channel: number; loaded: LoadedMessages; me: number; isInView: boolean }

/** Marks messages as seen if they are in view and the window is visible. */
function useMarkSeen({ channel, loaded, me, isInView }: MarkSeenInput): void {
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
