import type { Virtualizer } from '@tanstack/react-virtual'
import { type UIEvent, useLayoutEffect, useRef, useState } from 'react'

/** So many frames without a movement: what is drawn has been measured, and has not pushed it away. */
const STEADY_FRAMES = 4
/** A reader who scrolls meanwhile has chosen another place. */
const FRAMES_MAX = 30

/**
 * Takes the place at which a log is opened: a message that was searched for, or the end. Until it has been taken nothing may be
 * fetched: the place of a message is known by its number in the list, which older ones would change.
 */
export function usePlace(virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>, found: number | null, foundAt: number) {
  const [taken, setTaken] = useState<number | null>()
  const [isAtEnd, setAtEnd] = useState(found === null)

  useLayoutEffect(() => {
    if (taken === found) return undefined
    const isEnd = foundAt === -1
    if (isEnd) virtualizer.scrollToEnd()
    else virtualizer.scrollToIndex(foundAt, { align: 'center' })
    let steady = 0
    let left = FRAMES_MAX
    const look = () => {
      const isThere = isEnd ? virtualizer.isAtEnd(2) : isCentred(virtualizer, foundAt)
      steady = isThere ? steady + 1 : 0
      left -= 1
      if (steady < STEADY_FRAMES && left > 0) frame = requestAnimationFrame(look)
      else {
        setTaken(found)
        setAtEnd(virtualizer.isAtEnd())
      }
    }
    let frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [taken, found, foundAt, virtualizer])

  const top = useRef(0)

  /** What grows under the reader does not take them from the end: only they do, by going up. */
  function handleScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>): void {
    const isEnd = scrollHeight - scrollTop - clientHeight <= virtualizer.options.scrollEndThreshold
    if (isEnd || scrollTop < top.current) setAtEnd(isEnd)
    top.current = scrollTop
  }

  /** Rows are others than they were: who was at the end stays there, and is told where they are no longer. */
  function keepPlace(follows: boolean): void {
    if (isAtEnd && follows) virtualizer.scrollToEnd()
    else setAtEnd(virtualizer.isAtEnd())
  }

  return { isPlaced: taken === found, isAtEnd, handleScroll, keepPlace }
}

function isCentred(virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>, index: number): boolean {
  const [wanted] = virtualizer.getOffsetForIndex(index, 'center') ?? []
  return wanted !== undefined && Math.abs(wanted - (virtualizer.scrollOffset ?? 0)) < 2
}
