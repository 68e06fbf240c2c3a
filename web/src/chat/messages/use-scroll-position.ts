import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, type UIEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** After this many frames without movement, all visible rows are measured. */
const STEADY_FRAMES = 4
/** Stops, because a reader who scrolls has chosen another position. */
const FRAMES_MAX = 30

/**
 * Scrolls to the initial position of a log: a searched message, or the end. Nothing may be fetched before that, because older
 * messages would change the index.
 */
export function useScrollPosition(
  virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>,
  /** Changes with each place to scroll to; null for the end. */
  found: number | string | null,
  foundAt: number,
) {
  const [positioned, setPositioned] = useState<number | string | null>()
  const [isAtEnd, setAtEnd] = useState(found === null)

  useLayoutEffect(() => {
    if (positioned === found) return undefined
    const isEnd = foundAt === -1
    if (isEnd) virtualizer.scrollToEnd()
    else virtualizer.scrollToIndex(foundAt, { align: 'center' })
    let steady = 0
    let left = FRAMES_MAX
    const check = () => {
      const isThere = isEnd ? virtualizer.isAtEnd(2) : isCentred(virtualizer, foundAt)
      steady = isThere ? steady + 1 : 0
      left -= 1
      if (steady < STEADY_FRAMES && left > 0) frame = requestAnimationFrame(check)
      else {
        setPositioned(found)
        setAtEnd(virtualizer.isAtEnd())
      }
    }
    let frame = requestAnimationFrame(check)
    return () => cancelAnimationFrame(frame)
  }, [positioned, found, foundAt, virtualizer])

  const top = useRef(0)

  /** Growing content does not move the reader from the end; only scrolling up does. */
  function handleScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>): void {
    const isEnd = scrollHeight - scrollTop - clientHeight <= virtualizer.options.scrollEndThreshold
    if (isEnd || scrollTop < top.current) setAtEnd(isEnd)
    top.current = scrollTop
  }

  /** The rows changed: follow the end if the reader was there, otherwise update isAtEnd. */
  function keepPosition(follows: boolean): void {
    if (isAtEnd && follows) virtualizer.scrollToEnd()
    else setAtEnd(virtualizer.isAtEnd())
  }

  return { isPositioned: positioned === found, isAtEnd, handleScroll, keepPosition }
}

/** Attachments, pickers, banners and the keyboard take space from the log: a reader at its end stays there. */
export function useEndInSight(
  virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>,
  scroller: RefObject<HTMLDivElement | null>,
  isAtEnd: boolean,
): void {
  const handleResize = useEffectEvent(() => isAtEnd && virtualizer.scrollToEnd())
  useEffect(() => {
    const observer = new ResizeObserver(() => void handleResize())
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [scroller])
}

/** Whether this element is on the screen: neither scrolled away nor covered by the edge of a box around it. */
export function useIsOnScreen(element: RefObject<HTMLElement | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isOnScreen
}

function isCentred(virtualizer: Virtualizer<HTMLDivElement, HTMLDivElement>, index: number): boolean {
  const [target] = virtualizer.getOffsetForIndex(index, 'center') ?? []
  return target !== undefined && Math.abs(target - (virtualizer.scrollOffset ?? 0)) < 2
}
