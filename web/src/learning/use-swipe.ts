import { type PointerEvent, useRef } from 'react'
import { isSideways, SLOP, stretched, type Way, wayOf } from './swipe.ts'

type Spot = { x: number; y: number; at: number }
type Drag = { pointer: number; from: Spot; last: Spot; speed: number; isOn: boolean }
type SwipeGiven = { isOpen: (way: Way) => boolean; onSwipe: (way: Way) => void }

const spotOf = ({ clientX, clientY, timeStamp }: PointerEvent): Spot => ({ x: clientX, y: clientY, at: timeStamp })

/**
 * The page follows the finger sideways. Up and down stays the browser's (`touch-action: pan-y`), and so does the mouse,
 * which selects text. Written to the element itself: drawing the whole page anew for each move would stutter.
 */
export function useSwipe({ isOpen, onSwipe }: SwipeGiven) {
  const drag = useRef<Drag | null>(null)

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1.05
    // A second finger pinches; in a page drawn larger, one finger moves about.
    if (!event.isPrimary || isZoomed) return end(event.currentTarget)
    if (event.pointerType === 'mouse') return
    const spot = spotOf(event)
    drag.current = { pointer: event.pointerId, from: spot, last: spot, speed: 0, isOn: false }
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (!now || now.pointer !== event.pointerId) return
    const page = event.currentTarget
    const spot = spotOf(event)
    const [across, along] = [spot.x - now.from.x, spot.y - now.from.y]
    if (!now.isOn) {
      if (Math.max(Math.abs(across), Math.abs(along)) <= SLOP) return
      if (!isSideways(across, along)) return end(page)
      now.isOn = true
      page.style.transition = 'none'
    }
    const passed = Math.max(1, spot.at - now.last.at)
    now.speed = (spot.x - now.last.x) / passed
    now.last = spot
    const way = wayAlong(page, across)
    page.style.transform = `translateX(${isOpen(way) ? across : stretched(across)}px)`
  }

  function handlePointerUp(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (!now || now.pointer !== event.pointerId) return
    const page = event.currentTarget
    drag.current = null
    if (!now.isOn) return
    const sign = readsLeftwards(page) ? -1 : 1
    // A finger that stood still before it was lifted did not flick.
    const speed = event.timeStamp - now.last.at > 100 ? 0 : now.speed
    const way = wayOf({ distance: sign * (event.clientX - now.from.x), speed: sign * speed, width: page.clientWidth })
    // What was pushed away stays away: the next page comes in its place.
    if (way && isOpen(way)) onSwipe(way)
    else end(page)
  }

  function end(page: HTMLElement) {
    drag.current = null
    page.style.transition = ''
    page.style.transform = ''
  }

  return {
    onPointerDown: handlePointerDown,
    onPointerMove: handlePointerMove,
    onPointerUp: handlePointerUp,
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event.currentTarget),
  }
}

const readsLeftwards = (page: HTMLElement): boolean => getComputedStyle(page).direction === 'rtl'
const wayAlong = (page: HTMLElement, across: number): Way => (across < 0 === readsLeftwards(page) ? 'back' : 'forward')
