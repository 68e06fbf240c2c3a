import type { Channel } from '@saathi/contract/chat/entities'
import type { Attachment } from '@saathi/contract/chat/socket'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { down } from '#core/ui/icons.ts'
import { type Held, newestId, oldestId } from './cache.ts'
import { onLineOpen, useLine } from './line.ts'
import { askAgain, askAround, fetchNewer, fetchOlder } from './live.ts'
import { LogRow } from './log-row.tsx'
import css from './message-log.module.css'
import { refusalQuery } from './queries.ts'
import { type Row, rowsOf } from './rows.ts'
import type { Waiting } from './sending.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import { usePlace } from './use-place.ts'

type MessageLogProps = {
  channel: Channel
  me: number
  held: Held
  waiting: Waiting[]
  /** The message that was searched for, and is shown in its place. */
  found: number | null
  isAnswering: boolean
  answer: string
  onPicture: (attachment: Attachment, messageId: number) => void
  onAskAgain: (messageId: number) => void
  onNewest: () => void
}

const NEAR_END_PX = 80

/** Near enough that what is measured later moves little: a line is about forty letters long. */
function estimate(row: Row | undefined): number {
  if (row?.kind === 'message') {
    const { message, attachments } = row.message
    return 21 + 22 * Math.ceil(message.length / 40) + (attachments === '[]' ? 0 : 150)
  }
  return row?.kind === 'waiting' ? 80 : 40
}

/** Only what is in view is drawn, so that ten thousand messages scroll like ten. It holds on to its lower end. */
export function MessageLog(props: MessageLogProps) {
  const { channel, me, held, waiting, found, isAnswering, answer, onPicture, onAskAgain, onNewest } = props
  const { channelId } = channel
  const t = useText()
  const line = useLine()
  const scroller = useRef<HTMLDivElement>(null)
  const asked = useRef<string>('')
  const { data: refusal = '' } = useQuery(refusalQuery(channelId))
  // As it was before these rows: pages that are fetched towards the newest are there to be read, and not to be run after.
  const [wasWhole, setWasWhole] = useState(!held.hasNewer)
  useEffect(() => setWasWhole(!held.hasNewer), [held.hasNewer])
  const [seenUpTo] = useState(() => channel.channelMembers.find(({ userId }) => userId === me)?.lastSeenId ?? 0)
  const rows = useMemo(() => rowsOf({ held, waiting, seenUpTo, me, isAnswering }), [held, waiting, seenUpTo, me, isAnswering])
  const keyAt = useCallback((index: number) => rows[index]?.key ?? index, [rows])
  // oxlint-disable-next-line react/incompatible-library -- it is one object for good; what it says is asked for at each drawing
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
    followOnAppend: wasWhole,
    scrollEndThreshold: NEAR_END_PX,
  })
  const items = virtualizer.getVirtualItems()
  const first = items.at(0)?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const foundAt = found === null ? -1 : rows.findIndex((row) => row.kind === 'message' && row.message.msg_id === found)
  const { isPlaced, isAtEnd, handleScroll, keepPlace } = usePlace(virtualizer, found, foundAt)
  const known = useRef<Set<string>>(null)

  // Whoever sends wants to see it arrive, wherever they have been reading. One that failed and stays is not sent anew.
  useEffect(() => {
    known.current ??= new Set(waiting.map(({ tempId }) => tempId))
    const isNew = waiting.some(({ tempId }) => !known.current?.has(tempId))
    for (const { tempId } of waiting) known.current.add(tempId)
    if (isNew) virtualizer.scrollToEnd()
  }, [waiting, virtualizer])

  const oldest = oldestId(held)
  const newest = newestId(held)
  const lastKey = rows.at(-1)?.key
  // Followed by the list itself only where rows are added at its end: not where an answer takes the place of its waiting, nor
  // where something is said before what is still unsent.
  const handleRows = useEffectEvent(() => isPlaced && keepPlace(wasWhole))
  useLayoutEffect(() => void handleRows(), [newest, lastKey])

  const [opened, setOpened] = useState(0)
  useEffect(() => onLineOpen(() => setOpened((times) => times + 1)), [])
  const newerAt = rows.length - waiting.length
  useEffect(() => {
    if (line !== 'open' || refusal) asked.current = ''
    if (line !== 'open' || refusal || !isPlaced) return
    const wish = `${oldest} ${newest} ${opened}`
    if (asked.current === wish) return
    if (held.hasOlder && first <= 1 && fetchOlder(channelId)) asked.current = wish
    else if (held.hasNewer && last >= newerAt - 2 && fetchNewer(channelId)) asked.current = wish
  }, [line, refusal, isPlaced, oldest, newest, opened, held.hasOlder, held.hasNewer, first, last, newerAt, channelId])

  useMarkSeen({ channel: channelId, held, me, isInView: isAtEnd && !held.hasNewer })

  const handleExpired = useCallback((messageId: number) => askAround(channelId, messageId), [channelId])

  function handleNewest() {
    onNewest()
    if (!held.hasNewer) virtualizer.scrollToEnd()
  }

  return (
    <div className={css.place}>
      {/* What is new is said below, once; were the log itself live, scrolling would read old messages out. */}
      <div
        ref={scroller}
        className={css.log}
        role="log"
        aria-live="off"
        aria-label={t('chat.log', { name: channel.channelName })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
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
                    answer={answer}
                    lastId={waiting.length === 0 ? newest : undefined}
                    onPicture={onPicture}
                    onExpired={handleExpired}
                    onAskAgain={onAskAgain}
                  />
                )}
              </div>
            )
          })}
        </div>
      </div>
      {refusal ? (
        <Button kind="soft" size="sm" className={css.older} onClick={() => askAgain(channelId)}>
          {t('chat.again')}
        </Button>
      ) : (
        held.hasOlder && first <= 1 && <p className={css.older}>{t('chat.loading')}</p>
      )}
      {(!isAtEnd || held.hasNewer) && (
        <IconButton icon={down} kind="filled" className={css.jump} label={t('chat.toNewest')} onClick={handleNewest} />
      )}
    </div>
  )
}
