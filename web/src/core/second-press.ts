import { useEffect } from 'react'

/** A tap in the same place within this time of a page change was not meant for the new page. */
const SETTLE_MS = 400
/** Maximum distance between the two presses of a double tap. */
const NEAR_PX = 40

type Press = { x: number; y: number; at: number }
const last: { press: Press | null; enterAt: number; shownAt: number } = { press: null, enterAt: 0, shownAt: 0 }
const secondPresses = new WeakSet<Event>()

/** Call when a page, step or dialog has replaced another. */
export function markPageShown(): void {
  last.shownAt = performance.now()
}

/** Marks a page as shown; a new `key` is a new page. */
export function usePageShown(key: unknown): void {
  useEffect(markPageShown, [key])
}

/** Whether the page changed between this press and the previous one, too recently for it to be intended. */
export const isSecondPress = (event: Event): boolean => secondPresses.has(event)

/** For a control that handles second presses itself, with `isSecondPress`. */
export const handlesSecondPress = { 'data-judges-presses': '' }

/**
 * Ignores the second of two quick presses if the first has changed the page, and Enter held down across a page change. Otherwise
 * they would answer, send or close something nobody has seen yet. Returns a function that stops it.
 */
export function dropSecondPresses(): () => void {
  const handleClick = (event: MouseEvent) => {
    // Caused by a key, a script or a label, not by a press.
    if (event.detail === 0) return
    if (isSecond(event)) {
      secondPresses.add(event)
      return judgesOwnPresses(event.target) ? undefined : drop(event)
    }
    last.press = { x: event.clientX, y: event.clientY, at: event.timeStamp }
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    if (!event.repeat) last.enterAt = event.timeStamp
    else if (last.shownAt > last.enterAt) drop(event)
  }
  document.addEventListener('click', handleClick, { capture: true })
  document.addEventListener('keydown', handleKey, { capture: true })
  return () => {
    last.press = null
    document.removeEventListener('click', handleClick, { capture: true })
    document.removeEventListener('keydown', handleKey, { capture: true })
  }
}

/**
 * Browsers count mouse clicks in `detail`, but count every tap as the first. So taps are compared by timestamp: a tap delayed by
 * a slow page keeps the time at which the finger was lifted.
 */
function isSecond(event: MouseEvent): boolean {
  const { press, shownAt } = last
  if (!press || shownAt < press.at) return false
  if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > NEAR_PX) return false
  const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse'
  return event.detail > 1 || (!isMouse && event.timeStamp < shownAt + SETTLE_MS)
}

const judgesOwnPresses = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-judges-presses]') !== null

function drop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
