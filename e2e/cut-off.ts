import { expect, type Page } from '@playwright/test'

/** Runs in the page, so it must be self-contained. Each fault quotes the text concerned. */
function faultsOfPage(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number }
  const slack = 2
  /** A line box is taller than its letters. An overflow up to this much cuts no letters. */
  const slackOfLines = 6
  const faults = new Set<string>()
  /** Caches by element: ancestors are visited for every text, and nothing changes during the check. */
  function memoize<Result>(find: (element: Element) => Result): (element: Element) => Result {
    const found = new Map<Element, Result>()
    return (element) => {
      const cached = found.get(element) ?? find(element)
      found.set(element, cached)
      return cached
    }
  }
  const styleOf = memoize((element) => getComputedStyle(element))
  const boxOf = memoize((element) => element.getBoundingClientRect())
  const short = (words: string) => words.trim().replace(/\s+/g, ' ').slice(0, 60)

  function* ancestors(from: Element): Generator<Element> {
    for (let element: Element | null = from; element; element = element.parentElement) yield element
  }

  /** Text for screen readers only, and decorative drawings. */
  const isHiddenFromView = memoize(
    (element): boolean =>
      element.ariaHidden === 'true' ||
      styleOf(element).clipPath.startsWith('inset(50%') ||
      (element.parentElement !== null && isHiddenFromView(element.parentElement)),
  )
  const isShown = memoize(
    (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isHiddenFromView(element),
  )

  const isEllipsized = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || !/^(none|)$/.test(style.getPropertyValue('-webkit-line-clamp'))

  function checkText(text: Text): void {
    const parent = text.parentElement
    if (!parent || !/\S/.test(text.data) || /^(SCRIPT|STYLE|OPTION|NOSCRIPT)$/.test(parent.tagName) || !isShown(parent)) return
    const range = document.createRange()
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
    if (boxes.length === 0) return
    const words = short(text.data)
    const left = Math.min(...boxes.map((box) => box.left))
    const right = Math.max(...boxes.map((box) => box.right)) - hangingSpace(parent)
    const top = Math.min(...boxes.map((box) => box.top))
    const bottom = Math.max(...boxes.map((box) => box.bottom))
    checkAncestors(parent, words, { left, right, top, bottom })
  }

  /** With pre-wrap, the space at which a line breaks hangs over the edge invisibly. */
  function hangingSpace(element: Element): number {
    const { whiteSpace, fontSize } = styleOf(element)
    return whiteSpace === 'pre-wrap' ? Number.parseFloat(fontSize) / 2 : 0
  }

  /** Checks each ancestor up to the first that scrolls: text beyond that is reachable. */
  function checkAncestors(parent: Element, words: string, text: Box): void {
    let isBlockFound = false
    for (const element of ancestors(parent)) {
      // The body only stops scrolling behind an open menu.
      if (element === document.body) break
      const style = styleOf(element)
      const box = boxOf(element)
      if (isEllipsized(style)) return
      if (!isBlockFound && style.display !== 'inline' && style.display !== 'contents') {
        isBlockFound = true
        if (text.right > box.right + slack || text.left < box.left - slack) faults.add(`"${words}" is wider than its box`)
      }
      if (/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth) return
      if (/hidden|clip/.test(style.overflowX) && (text.right > box.right + slack || text.left < box.left - slack))
        faults.add(`"${words}" is cut off at the side`)
      if (/hidden|clip/.test(style.overflowY) && (text.bottom > box.bottom + slackOfLines || text.top < box.top - slackOfLines))
        faults.add(`"${words}" is cut off above or below`)
      if (/auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight) return
    }
    if (text.right > innerWidth + slack || text.left < -slack) faults.add(`"${words}" is outside the page`)
  }

  function layerOf(element: Element): Element | null {
    const isLayer = ({ position, zIndex }: CSSStyleDeclaration) =>
      /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) > 1)
    return [...ancestors(element)].find((each) => isLayer(styleOf(each))) ?? null
  }

  /** The part of a control that is not scrolled out of view inside another element. */
  function visibleBoxOf(control: Element): Box & { width: number; height: number } {
    let { left, right, top, bottom } = boxOf(control)
    for (const each of ancestors(control.parentElement ?? control)) {
      if (/fixed/.test(styleOf(each).position) || each === document.body) break
      if (!/auto|scroll|hidden|clip/.test(`${styleOf(each).overflowX} ${styleOf(each).overflowY}`)) continue
      const frame = boxOf(each)
      left = Math.max(left, frame.left)
      right = Math.min(right, frame.right)
      top = Math.max(top, frame.top)
      bottom = Math.min(bottom, frame.bottom)
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }

  const isInside = (inner: Box, outer: Box) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1

  /** Controls in different layers may overlap (a sticky bar), and a button may lie inside a field. */
  function checkControls(): void {
    const controls = [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
      .filter((control) => isShown(control) && styleOf(control).display !== 'inline')
      .map((control) => ({ control, box: visibleBoxOf(control), layer: layerOf(control) }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    for (const [at, one] of controls.entries()) {
      for (const other of controls.slice(at + 1)) {
        if (one.layer !== other.layer || one.control.contains(other.control) || other.control.contains(one.control)) continue
        if (isInside(one.box, other.box) || isInside(other.box, one.box)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const along = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > slack && along > slack) faults.add(`${nameOf(one.control)} overlaps ${nameOf(other.control)}`)
      }
    }
  }

  const nameOf = (control: Element) =>
    `<${control.tagName.toLowerCase()}> "${short(control.ariaLabel ?? control.textContent ?? '')}"`

  const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (overflow > 0) faults.add(`the page scrolls horizontally by ${overflow} px`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) checkText(node)
  checkControls()
  return [...faults]
}

export const findCutOff = (page: Page): Promise<string[]> => page.evaluate(faultsOfPage)

/** Expects no cut-off or overflowing text, no overlapping controls and no horizontal scrolling. */
export async function expectNothingCutOff(page: Page, where: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => findCutOff(page), { message: `content that does not fit: ${where}` }).toEqual([])
}
