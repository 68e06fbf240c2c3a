import { useCallback } from 'react'

/** What is told to everybody stays to be heard. */
const stays = (element: Element) =>
  element.matches('script, style, [role=status], [role=alert]') || element.querySelector(':scope > [role=status]') !== null

/** A call covers the page: what lies under it is not to be reached by keyboard or by voice either. */
export function useAlone(): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback((element) => {
    if (!element) return undefined
    const covered: Element[] = []
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      for (const sibling of at.parentElement?.children ?? []) {
        if (sibling === at || sibling.hasAttribute('inert') || stays(sibling)) continue
        sibling.setAttribute('inert', '')
        covered.push(sibling)
      }
      // Beside the app stand what it opens over itself, a ringing call among them.
      if (at.parentElement?.id === 'root') break
    }
    return () => covered.forEach((each) => each.removeAttribute('inert'))
  }, [])
}
