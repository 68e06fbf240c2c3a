import { type PointerEvent, useRef } from 'react'
import { isSideways, SLOP, stretched, type Direction, directionOf } from './swipe.ts'

type Point = { x: number; y: number; at: number }
type Drag = { pointer: number; from: Point; last: Point; speed: number; isOn: boolean }
type SwipeOptions = { isOpen: (direction: Direction) => boolean; onSwipe: (direction: Direction) => void }

const pointOf = ({ clientX, clientY, timeStamp }: PointerEvent): Point => ({ x: clientX, y: clientY, at: timeStamp })

/**
 * The page follows a horizontal finger. Vertical movement stays with the browser (`touch-action: pan-y`), and so does the mouse,
 * which selects text. Writes to the element directly: a React render per move would stutter.
 */
export function useSwipe({ isOpen, onSwipe }: SwipeOptions) {
  const drag = useRef<Drag | null>(null)

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1.05
    // Ignore a second finger (pinch), and panning while zoomed in.
    if (!event.isPrimary || isZoomed) return end(event.currentTarget)
    if (event.pointerType === 'mouse') return
    const point = pointOf(event)
    drag.current = { pointer: event.pointerId, from: point, last: point, speed: 0, isOn: false }
  }

  function handlePointerMove(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (!now || now.pointer !== event.pointerId) return
    const page = event.currentTarget
    const point = pointOf(event)
    const [across, along] = [point.x - now.from.x, point.y - now.from.y]
    if (!now.isOn) {
      if (Math.max(Math.abs(across), Math.abs(along)) <= SLOP) return
      if (!isSideways(across, along)) return end(page)
      now.isOn = true
      page.style.transition = 'none'
    }
    const passed = Math.max(1, point.at - now.last.at)
    now.speed = (point.x - now.last.x) / passed
    now.last = point
    const direction = directionAlong(page, across)
    page.style.transform = `translateX(${isOpen(direction) ? across : stretched(across)}px)`
  }

  function handlePointerUp(event: PointerEvent<HTMLElement>) {
    const now = drag.current
    if (!now || now.pointer !== event.pointerId) return
    const page = event.currentTarget
    drag.current = null
    if (!now.isOn) return
    const sign = readsLeftwards(page) ? -1 : 1
    // A finger that rested before it was lifted is not a flick.
    const speed = event.timeStamp - now.last.at > 100 ? 0 : now.speed
    const direction = directionOf({ distance: sign * (event.clientX - now.from.x), speed: sign * speed, width: page.clientWidth })
    // The pushed page stays away; the next one replaces it.
    if (direction && isOpen(direction)) onSwipe(direction)
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
const directionAlong = (page: HTMLElement, across: number): Direction =>
  across < 0 === readsLeftwards(page) ? 'back' : 'forward'
