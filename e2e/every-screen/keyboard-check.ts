import type { Page } from '@playwright/test'

type TabCycle = {
  /** Every control that must be reached, with its styles without focus. */
  controls: Map<Element, string>
  reached: Element[]
  /** Counts repeated controls. The first control may be gone by then, for example in a panel that closed. */
  repeats: number
  last: Element | null
  faults: string[]
  stylesOf: (element: Element) => string
  nameOf: (element: Element) => string
  /** The topmost dialog, which traps the focus. */
  layer: HTMLElement | null
}

declare global {
  var tabCycle: TabCycle | undefined
}

/** This function and the two below run in the page, so they must be self-contained. */
function startCycle(): void {
  const focusable =
    'a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex], [role=button]'
  const native = 'a[href], button, input, select, textarea'
  const isOpen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]') &&
    !element.matches(':disabled, [type=hidden], [data-base-ui-focus-guard]')
  const isControl = (element: Element) => element instanceof HTMLElement && (element.tabIndex >= 0 || element.matches(native))

  /** The focus ring may be drawn on the card around a link, on the label of an input or on the track in a switch. */
  const stylesOf = (element: Element): string => {
    const around: Element[] = [element.nextElementSibling, element.firstElementChild].filter((each) => each !== null)
    for (let each: Element | null = element; each && around.length < 8; each = each.parentElement) around.push(each)
    return around
      .flatMap((each) => [null, '::before', '::after'].map((part) => getComputedStyle(each, part)))
      .map((style) => [style.outline, style.boxShadow, style.border, style.backgroundColor, style.textDecoration].join())
      .join(';')
  }
  const nameOf = (element: Element): string => {
    const words = (element.ariaLabel ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    return `<${element.tagName.toLowerCase()}> "${words.slice(0, 50)}"`
  }

  const menu = [...document.querySelectorAll('[role=menu]')].find((each) => each.checkVisibility()) ?? null
  const layers = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].filter(isOpen)
  const layer = layers.at(-1) ?? null
  const controls = [...(menu ?? document).querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => isOpen(element) && isControl(element),
  )
  const here = document.activeElement
  // In a dialog, start where it has put the focus. Blurring would move the focus to the page behind it.
  if (layer && !layer.contains(here)) (controls.find((element) => layer.contains(element)) ?? layer).focus()
  else if (!menu && !layer && here instanceof HTMLElement) here.blur()
  globalThis.tabCycle = {
    controls: new Map(controls.map((element) => [element, element === document.activeElement ? '' : stylesOf(element)])),
    reached: [],
    repeats: 0,
    last: null,
    faults: [],
    stylesOf,
    nameOf,
    layer,
  }
}

/** Returns whether the tab cycle is complete. */
async function recordFocus(): Promise<boolean> {
  const cycle = globalThis.tabCycle
  const isGuard = () => document.activeElement?.matches('[data-base-ui-focus-guard]') ?? false
  // The focus guards of a dialog move the focus on the next frame, before a person could press Tab again.
  for (let frame = 0; frame < 30 && isGuard(); frame += 1) {
    // A dialog's only control is focused again after a full cycle.
    if (cycle) cycle.last = null
    await new Promise(requestAnimationFrame)
  }
  const element = document.activeElement
  if (!cycle || !element || element === document.body || element === document.documentElement) return false
  if (isGuard() || element === cycle.layer) return false
  // A date input is one control with several tab stops.
  const isNext = element !== cycle.last
  cycle.last = element
  if (cycle.reached.includes(element)) {
    if (isNext) cycle.repeats += 1
    return (isNext && element === cycle.reached[0]) || cycle.repeats > 3
  }
  cycle.reached.push(element)
  if (!hasFocusStyle(element, cycle)) cycle.faults.push(`${cycle.nameOf(element)} does not show its focus`)
  // An element scrolled into view by its focus is painted with the next frame.
  if (!isVisible(element)) await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  if (!isVisible(element)) cycle.faults.push(`${cycle.nameOf(element)} has the focus but is not visible`)
  return false

  function hasFocusStyle(focused: Element, { controls, stylesOf }: TabCycle): boolean {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$|transparent/.test(outlineColor)) return true
    const before = controls.get(focused)
    return before !== undefined && before !== stylesOf(focused)
  }

  /** An input may be drawn by its label. For large elements one visible point is enough. */
  function isVisible(focused: Element): boolean {
    const own = focused.getBoundingClientRect()
    const isDrawnElsewhere = own.width < 4 || own.height < 4 || getComputedStyle(focused).opacity === '0'
    const drawn = isDrawnElsewhere ? (focused.closest('label') ?? focused.parentElement ?? focused) : focused
    const places = [0.5, 0.1, 0.9]
    return [...drawn.getClientRects()].some(({ left, top, width, height }) =>
      places.some((across) =>
        places.some((along) => {
          const hit = document.elementFromPoint(left + width * across, top + height * along)
          return hit !== null && (drawn.contains(hit) || (hit.contains(drawn) && hit !== document.documentElement))
        }),
      ),
    )
  }
}

function finishCycle(): string[] {
  const cycle = globalThis.tabCycle
  if (!cycle) return ['the keyboard check was not started']
  const { controls, reached, faults, nameOf, layer } = cycle
  const isHere = (element: Element) =>
    element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled')
  /** In these widgets one item is reached by Tab and the others by arrow keys. */
  const compositeWidgets = '[role=menu], [role=tablist], [role=radiogroup], [role=grid], [role=listbox], [role=toolbar]'
  const groupOf = (element: Element): Element[] => {
    if (element instanceof HTMLInputElement && element.type === 'radio' && element.name !== '')
      return [...document.getElementsByName(element.name)]
    const group = element.closest(compositeWidgets)
    return group ? [...group.querySelectorAll('*')] : [element]
  }
  for (const element of controls.keys())
    if (isHere(element) && !groupOf(element).some((each) => reached.includes(each)))
      faults.push(`${nameOf(element)} is not reached by Tab`)
  globalThis.axe.setup(document.documentElement)
  try {
    for (const element of reached.filter(isHere)) {
      // The browser makes scrollable boxes focusable for the arrow keys; they are not controls.
      if (!element.matches('a, button, input, select, textarea, summary, [tabindex], [role]')) continue
      if (globalThis.axe.commons.aria.getRoleType(element) === null && !element.matches('input, summary'))
        faults.push(`${nameOf(element)} has no role`)
      if (globalThis.axe.commons.text.accessibleText(element).trim() === '')
        faults.push(`${element.outerHTML.slice(0, 120)} has no name`)
    }
  } finally {
    globalThis.axe.teardown()
  }
  // Restore focus and scroll position for the next check.
  if (layer) layer.focus()
  else if (document.activeElement instanceof HTMLElement && !document.activeElement.closest('[role=menu]')) {
    document.activeElement.blur()
    scrollTo(0, 0)
  }
  return [...new Set(faults)]
}

const MAX_PRESSES = 400

/**
 * Cycles through the page once with Tab, or with arrow keys in an open menu, where Tab would leave it. The check of names needs
 * axe in the page.
 */
export async function checkKeyboard(page: Page, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<string[]> {
  await page.evaluate(startCycle)
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    if (await page.evaluate(recordFocus)) return page.evaluate(finishCycle)
  }
  return ['the keyboard cycle does not end', ...(await page.evaluate(finishCycle))]
}
