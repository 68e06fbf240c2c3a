import type { Page } from '@playwright/test'

type Walk = {
  /** Everything that must be reached, and how it looks without the focus. */
  controls: Map<Element, string>
  reached: Element[]
  /** How often one came by something again: what was first may be gone by then, such as a panel that was left. */
  metAgain: number
  last: Element | null
  faults: string[]
  lookOf: (element: Element) => string
  nameOf: (element: Element) => string
  /** The topmost dialog, in which one goes round. */
  layer: HTMLElement | null
}

declare global {
  var tabWalk: Walk | undefined
}

/** This and the two below run in the page, so everything they need stands inside. */
function begin(): void {
  const wanted = 'a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex], [role=button]'
  const native = 'a[href], button, input, select, textarea'
  const isOpen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]') &&
    !element.matches(':disabled, [type=hidden], [data-base-ui-focus-guard]')
  const isControl = (element: Element) => element instanceof HTMLElement && (element.tabIndex >= 0 || element.matches(native))

  /** A ring may be drawn round the card in which a link stands, or round the label of an input. */
  const lookOf = (element: Element): string => {
    const around: Element[] = element.nextElementSibling ? [element.nextElementSibling] : []
    for (let each: Element | null = element; each && around.length < 7; each = each.parentElement) around.push(each)
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
  const controls = [...(menu ?? document).querySelectorAll<HTMLElement>(wanted)].filter(
    (element) => isOpen(element) && isControl(element),
  )
  const here = document.activeElement
  // Within a dialog one begins where it has put the focus: taken away from there, the page behind it would have it.
  if (layer && !layer.contains(here)) (controls.find((element) => layer.contains(element)) ?? layer).focus()
  else if (!menu && !layer && here instanceof HTMLElement) here.blur()
  globalThis.tabWalk = {
    controls: new Map(controls.map((element) => [element, element === document.activeElement ? '' : lookOf(element)])),
    reached: [],
    metAgain: 0,
    last: null,
    faults: [],
    lookOf,
    nameOf,
    layer,
  }
}

/** Says whether the way round is complete. */
async function noteFocused(): Promise<boolean> {
  const walk = globalThis.tabWalk
  const isGuard = () => document.activeElement?.matches('[data-base-ui-focus-guard]') ?? false
  // The ends of a dialog hand the focus on with the next frame; no hand presses Tab before that.
  for (let frame = 0; frame < 30 && isGuard(); frame += 1) {
    // The only control of a dialog is met again by going round it.
    if (walk) walk.last = null
    await new Promise(requestAnimationFrame)
  }
  const element = document.activeElement
  if (!walk || !element || element === document.body || element === document.documentElement) return false
  if (isGuard() || element === walk.layer) return false
  // A date is one control with several places to stop at.
  const isNext = element !== walk.last
  walk.last = element
  if (walk.reached.includes(element)) {
    if (isNext) walk.metAgain += 1
    return (isNext && element === walk.reached[0]) || walk.metAgain > 3
  }
  walk.reached.push(element)
  if (!isRinged(element, walk)) walk.faults.push(`${walk.nameOf(element)} does not show that it has the focus`)
  // What comes into view by its focus is drawn with the next frame.
  if (!isSeen(element)) await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  if (!isSeen(element)) walk.faults.push(`${walk.nameOf(element)} has the focus where nobody sees it`)
  return false

  function isRinged(focused: Element, { controls, lookOf }: Walk): boolean {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$|transparent/.test(outlineColor)) return true
    const before = controls.get(focused)
    return before !== undefined && before !== lookOf(focused)
  }

  /** An input may be drawn by its label; of what is large, a corner is enough. */
  function isSeen(focused: Element): boolean {
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

function conclude(): string[] {
  const walk = globalThis.tabWalk
  if (!walk) return ['nobody walked here']
  const { controls, reached, faults, nameOf, layer } = walk
  const isHere = (element: Element) =>
    element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled')
  /** One of these is reached by Tab, the others from there by arrows. */
  const together = '[role=menu], [role=tablist], [role=radiogroup], [role=grid], [role=listbox], [role=toolbar]'
  const companyOf = (element: Element): Element[] => {
    if (element instanceof HTMLInputElement && element.type === 'radio' && element.name !== '')
      return [...document.getElementsByName(element.name)]
    const group = element.closest(together)
    return group ? [...group.querySelectorAll('*')] : [element]
  }
  for (const element of controls.keys())
    if (isHere(element) && !companyOf(element).some((each) => reached.includes(each)))
      faults.push(`${nameOf(element)} is not reached by Tab`)
  globalThis.axe.setup(document.documentElement)
  try {
    for (const element of reached.filter(isHere)) {
      // A box that scrolls is given the focus by the browser, so that arrows can move it; it is no control.
      if (!element.matches('a, button, input, select, textarea, summary, [tabindex], [role]')) continue
      if (globalThis.axe.commons.aria.getRoleType(element) === null && !element.matches('input, summary'))
        faults.push(`${nameOf(element)} has no role`)
      if (globalThis.axe.commons.text.accessibleText(element).trim() === '')
        faults.push(`${element.outerHTML.slice(0, 120)} has no name`)
    }
  } finally {
    globalThis.axe.teardown()
  }
  // Nothing of the walk stays on the page that is looked at next.
  if (layer) layer.focus()
  else if (document.activeElement instanceof HTMLElement && !document.activeElement.closest('[role=menu]')) {
    document.activeElement.blur()
    scrollTo(0, 0)
  }
  return [...new Set(faults)]
}

const MOST_PRESSES = 400

/** Once round the page; in an open menu by the arrows, as Tab leads out of it. The check for names needs axe in the page. */
export async function walkByKeyboard(page: Page, key: 'Tab' | 'ArrowDown' = 'Tab'): Promise<string[]> {
  await page.evaluate(begin)
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    if (await page.evaluate(noteFocused)) return page.evaluate(conclude)
  }
  return ['the way round by keyboard does not end', ...(await page.evaluate(conclude))]
}
