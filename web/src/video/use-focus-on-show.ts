import { type RefObject, useEffect, useRef } from 'react'

/** One view of a call takes another's place by itself: those who hear the page are brought to its title, and to no button. */
export function useFocusOnShow(): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return title
}
