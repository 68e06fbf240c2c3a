import { type RefObject, useEffect, useRef } from 'react'

/** The views of a call replace each other without a navigation, so focus the new title for screen readers. */
export function useFocusOnShow(): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return title
}
