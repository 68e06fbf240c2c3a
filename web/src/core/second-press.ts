import { useEffect } from 'react'

/** How long a page is in sight before a tap at the same place counts as meant for it. */
const SETTLE_MS = 400
/** How far apart the two presses of a double tap may be. */
const NEAR_PX = 40

type Press = { x: number; y: number; at: number }
const last: { press: Press | null; enterAt: number; shownAt: number } = { press: null, enterAt: 0, shownAt: 0 }
const seconds = new WeakSet<Event>()

/** Call when a page, a step or a dialog has taken the place of another. */
export function markPageShown(): void {
  last.shownAt = performance.now()
}

/** A page was shown with this `key`; a new key is a new page. */
export function usePageShown(key: unknown): void {
  useEffect(markPageShown, [key])
}

/** Whether a new page came between this press and the one before, too short a time ago to be meant. */
export const isSecondPress = (event: Event): boolean => seconds.has(event)

/** For a control that decides by `isSecondPress` what a second press does. */
export const judgesPresses = { 'data-judges-presses': '' }

/**
 * Ignores the second of two quick presses where the first has turned the page, and Enter held down from one page into the
 * next. Otherwise they would answer, send or close what nobody has seen yet. The returned function ends it.
 */
export function dropSecondPresses(): () => void {
  const handleClick = (event: MouseEvent) => {
    // A key, a script or a label that passes its press on.
    if (event.detail === 0) return
    if (isSecond(event)) {
      seconds.add(event)
      return isJudge(event.target) ? undefined : drop(event)
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
 * A browser counts the clicks of a mouse in `detail`. It counts every tap of a finger as the first, so taps are judged by
 * their timestamps: a tap that had to wait for a slow page keeps the time at which the finger was lifted.
 */
function isSecond(event: MouseEvent): boolean {
  const { press, shownAt } = last
  if (!press || shownAt < press.at) return false
  if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > NEAR_PX) return false
  const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse'
  return event.detail > 1 || (!isMouse && event.timeStamp < shownAt + SETTLE_MS)
}

const isJudge = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-judges-presses]') !== null

function drop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
