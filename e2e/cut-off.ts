import { expect, type Page } from '@playwright/test'

/** Runs in the page, so everything it needs stands inside. Each fault names the words it is about. */
function faultsOfPage(): string[] {
  type Box = { left: number; right: number; top: number; bottom: number }
  const slack = 2
  /** A line's box is higher than its letters: only where this much is missing are they cut. */
  const slackOfLines = 6
  const faults = new Set<string>()
  /** Asked for again and again on the way outwards from each word; nothing changes meanwhile. */
  function once<Known>(find: (element: Element) => Known): (element: Element) => Known {
    const found = new Map<Element, Known>()
    return (element) => {
      const known = found.get(element) ?? find(element)
      found.set(element, known)
      return known
    }
  }
  const styleOf = once((element) => getComputedStyle(element))
  const boxOf = once((element) => element.getBoundingClientRect())
  const short = (words: string) => words.trim().replace(/\s+/g, ' ').slice(0, 60)

  function* upwards(from: Element): Generator<Element> {
    for (let element: Element | null = from; element; element = element.parentElement) yield element
  }

  /** Words for those who hear the page, and drawings. */
  const isUnseen = once(
    (element): boolean =>
      element.ariaHidden === 'true' ||
      styleOf(element).clipPath.startsWith('inset(50%') ||
      (element.parentElement !== null && isUnseen(element.parentElement)),
  )
  const isShown = once(
    (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isUnseen(element),
  )

  const isMeantToEnd = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' || !/^(none|)$/.test(style.getPropertyValue('-webkit-line-clamp'))

  function lookAtText(text: Text): void {
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
    lookAround(parent, words, { left, right, top, bottom })
  }

  /** Where spaces are kept, the one at which a line is broken hangs out beyond the edge, and nobody sees it. */
  function hangingSpace(element: Element): number {
    const { whiteSpace, fontSize } = styleOf(element)
    return whiteSpace === 'pre-wrap' ? Number.parseFloat(fontSize) / 2 : 0
  }

  /** From the words outwards, until something scrolls: what lies beyond that can be reached. */
  function lookAround(parent: Element, words: string, text: Box): void {
    let isBlockFound = false
    for (const element of upwards(parent)) {
      // Behind an open menu the page is only kept from scrolling.
      if (element === document.body) break
      const style = styleOf(element)
      const box = boxOf(element)
      if (isMeantToEnd(style)) return
      if (!isBlockFound && style.display !== 'inline' && style.display !== 'contents') {
        isBlockFound = true
        if (text.right > box.right + slack || text.left < box.left - slack) faults.add(`"${words}" is wider than its place`)
      }
      if (/auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth) return
      if (/hidden|clip/.test(style.overflowX) && (text.right > box.right + slack || text.left < box.left - slack))
        faults.add(`"${words}" is cut off at its side`)
      if (/hidden|clip/.test(style.overflowY) && (text.bottom > box.bottom + slackOfLines || text.top < box.top - slackOfLines))
        faults.add(`"${words}" is cut off above or below`)
      if (/auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight) return
    }
    if (text.right > innerWidth + slack || text.left < -slack) faults.add(`"${words}" is beside the page`)
  }

  function layerOf(element: Element): Element | null {
    const isLayer = ({ position, zIndex }: CSSStyleDeclaration) =>
      /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) > 1)
    return [...upwards(element)].find((each) => isLayer(styleOf(each))) ?? null
  }

  /** What of it is not scrolled away inside something on the page. */
  function seenBoxOf(control: Element): Box & { width: number; height: number } {
    let { left, right, top, bottom } = boxOf(control)
    for (const each of upwards(control.parentElement ?? control)) {
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

  /** A bar that stays lies over the page by its nature, and a button may stand inside a field. */
  function lookAtControls(): void {
    const controls = [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
      .filter((control) => isShown(control) && styleOf(control).display !== 'inline')
      .map((control) => ({ control, box: seenBoxOf(control), layer: layerOf(control) }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    for (const [at, one] of controls.entries()) {
      for (const other of controls.slice(at + 1)) {
        if (one.layer !== other.layer || one.control.contains(other.control) || other.control.contains(one.control)) continue
        if (isInside(one.box, other.box) || isInside(other.box, one.box)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const along = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > slack && along > slack) faults.add(`${nameOf(one.control)} lies on ${nameOf(other.control)}`)
      }
    }
  }

  const nameOf = (control: Element) =>
    `<${control.tagName.toLowerCase()}> "${short(control.ariaLabel ?? control.textContent ?? '')}"`

  const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (sideways > 0) faults.add(`the page scrolls sideways by ${sideways} px`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) lookAtText(node)
  lookAtControls()
  return [...faults]
}

export const findCutOff = (page: Page): Promise<string[]> => page.evaluate(faultsOfPage)

/** No words cut off or spilt out of their place, no controls on each other, no scrolling sideways. */
export async function expectNothingCutOff(page: Page, where: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await expect.poll(() => findCutOff(page), { message: `what does not fit: ${where}` }).toEqual([])
}
