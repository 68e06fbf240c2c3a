import { useEffect, useEffectEvent } from 'react'
import type { Way } from './swipe.ts'

const ways: Readonly<Record<string, Way>> = { ArrowRight: 'forward', ArrowLeft: 'back' }
const mirrored: Readonly<Record<Way, Way>> = { forward: 'back', back: 'forward' }
/** Where the arrow keys already mean something. */
const ownArrows =
  'input, textarea, select, video, audio, iframe, [contenteditable], [role="radiogroup"], [role="menu"], [role="slider"]'

/** The arrow keys turn the page, wherever on it one is, but not in a field or behind a dialog. */
export function useStepKeys(onKey: (way: Way, isRepeated: boolean) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const way = ways[event.key]
    if (!way || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const { target } = event
    if (!(target instanceof Element) || !isOnPage(target)) return
    event.preventDefault()
    onKey(document.dir === 'rtl' ? mirrored[way] : way, event.repeat)
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
