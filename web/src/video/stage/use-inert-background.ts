import { useCallback } from 'react'

/** Live regions must remain announced. */
const isLiveRegion = (element: Element) =>
  element.matches('script, style, [role=status], [role=alert]') || element.querySelector(':scope > [role=status]') !== null

/** The call covers the page, so the rest must not be reachable by keyboard or screen reader either. */
export function useInertBackground(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return undefined
    const covered: Element[] = []
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      for (const sibling of at.parentElement?.children ?? []) {
        if (sibling === at || sibling.hasAttribute('inert') || isLiveRegion(sibling)) continue
        sibling.setAttribute('inert', '')
        covered.push(sibling)
      }
      // Overlays such as a ringing call are siblings of the app root and stay active.
      if (at.parentElement?.id === 'root') break
    }
    return () => covered.forEach((each) => each.removeAttribute('inert'))
  }, [])
}
