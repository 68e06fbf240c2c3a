import { useEffect, useEffectEvent } from 'react'
import type { Direction } from './swipe.ts'

const directions: Readonly<Record<string, Direction>> = { ArrowRight: 'forward', ArrowLeft: 'back' }
const mirrored: Readonly<Record<Direction, Direction>> = { forward: 'back', back: 'forward' }
/** Elements where the arrow keys have their own meaning. */
const ownArrows =
  'input, textarea, select, video, audio, iframe, [contenteditable], [role="radiogroup"], [role="menu"], [role="slider"]'

/** The arrow keys turn the page everywhere except in fields and behind dialogs. */
export function useStepKeys(onKey: (direction: Direction, isRepeated: boolean) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const { target } = event
    if (!(target instanceof Element) || !isOnPage(target)) return
    event.preventDefault()
    onKey(document.dir === 'rtl' ? mirrored[direction] : direction, event.repeat)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isOnPage(target: Element): boolean {
  if (target === document.body) return document.querySelector('[aria-modal="true"]') === null
  return target.closest('main') !== null && target.closest(ownArrows) === null
}
