import { type MouseEvent, type TouchEvent, useEffect, useRef } from 'react'

const HOLD_MS = 500
const MOVED_PX = 10
const SWIPE_PX = 56

type PressInput = { onMenu: ((anchor: HTMLElement) => void) | null; onReply: (() => void) | null }
type Touched = { x: number; y: number; isSwipe: boolean; timer: ReturnType<typeof setTimeout> | undefined }

/** Links, pictures and selected words keep the menu of the browser. */
const hasOwnMenu = (target: EventTarget): boolean =>
  (target instanceof Element && target.closest('a, img, input, textarea') !== null) || String(getSelection()) !== ''

/** Holding, a right click and Shift+F10 open the menu; a swipe in reading direction replies. */
export function usePress({ onMenu, onReply }: PressInput) {
  const touched = useRef<Touched>(null)
  useEffect(() => () => clearTimeout(touched.current?.timer), [])

  function end(bubble: HTMLElement): void {
    clearTimeout(touched.current?.timer)
    touched.current = null
    bubble.style.translate = ''
  }

  return {
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (!onMenu || hasOwnMenu(event.target)) return
      event.preventDefault()
      onMenu(event.currentTarget)
    },
    onTouchStart({ touches, currentTarget, target }: TouchEvent<HTMLElement>) {
      const touch = touches.item(0)
      if (!touch || touches.length > 1 || (target instanceof Element && target.closest('a, button, input'))) return
      // Safari on phones has no contextmenu event.
      const timer = onMenu ? setTimeout(() => onMenu(currentTarget), HOLD_MS) : undefined
      touched.current = { x: touch.clientX, y: touch.clientY, isSwipe: false, timer }
    },
    onTouchMove({ touches, currentTarget }: TouchEvent<HTMLElement>) {
      const touch = touches.item(0)
      const { current } = touched
      if (!current || !touch) return
      const direction = document.dir === 'rtl' ? -1 : 1
      const across = (touch.clientX - current.x) * direction
      const down = Math.abs(touch.clientY - current.y)
      if (Math.abs(across) > MOVED_PX || down > MOVED_PX) clearTimeout(current.timer)
      if (!onReply || down > Math.max(MOVED_PX, across)) return
      current.isSwipe = across >= SWIPE_PX
      currentTarget.style.translate = across > MOVED_PX ? `${Math.min(across, SWIPE_PX) * direction}px` : ''
    },
    onTouchEnd({ currentTarget }: TouchEvent<HTMLElement>) {
      const isReply = touched.current?.isSwipe
      end(currentTarget)
      if (isReply) onReply?.()
    },
    onTouchCancel: ({ currentTarget }: TouchEvent<HTMLElement>) => end(currentTarget),
  }
}
