import type { Page } from '@playwright/test'

/** Runs in the page, so it must be self-contained. */
function textsOfPage(): string[] {
  const texts = [document.title]
  /** Codes are the same in every language, and an element in another language says so. */
  const isExempt = (element: Element) =>
    element.closest('script, style, noscript, code, pre, svg style, [lang]:not(html)') !== null
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || isExempt(parent)) continue
    // The options of a closed list have no box.
    const shown = parent instanceof HTMLOptionElement ? (parent.closest('select') ?? parent) : parent
    if (shown.checkVisibility({ visibilityProperty: true })) texts.push(node.textContent ?? '')
  }
  const attributes = [
    'aria-label',
    'placeholder',
    'title',
    'alt',
    'aria-description',
    'aria-valuetext',
    'aria-roledescription',
    'label',
  ]
  for (const name of attributes) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      if (!isExempt(element) && element.checkVisibility({ visibilityProperty: true }))
        texts.push(element.getAttribute(name) ?? '')
    }
  }
  return texts.filter((text) => /\S/.test(text))
}

/** Everything the page shows or says to a screen reader. */
export const findTexts = (page: Page): Promise<string[]> => page.evaluate(textsOfPage)
