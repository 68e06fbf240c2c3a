import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** About a screen's height ahead, so that scrolling seldom reaches the end. */
const AHEAD = '800px'

/**
 * Calls when the element comes near the screen, and again for each new `watched` value while it is near. Never calls if
 * the browser does not support it: there is always a button too.
 */
export function useNear(watched: string | null, onNear: () => void): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    if (watched === null || !place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) handleNear()
      },
      { rootMargin: `${AHEAD} 0px` },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [watched])
  return place
}
