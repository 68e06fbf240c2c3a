import type { Page } from '@playwright/test'
import { loadAxe } from '../axe.ts'
import { findCutOff } from '../cut-off.ts'
import { expect } from '../world.ts'
import { checkKeyboard } from './keyboard-check.ts'
import type { Screen } from './tour.ts'

const schemes = ['light', 'dark'] as const
const widths = [1280, 1920, 768, 390, 360]
/** The two layouts; axe finds the same problems at the other widths. */
const axeWidths = [1280, 390]
const HEIGHT = 800
const SETTLE_MS = 2_000
/** Transitions shorter than this are not noticed. */
const BLINK_MS = 100

/** Retries for a while: faults of content that is still loading disappear, real ones stay. */
async function retryUntilClean(find: () => Promise<string[]>): Promise<string[]> {
  let faults: string[] = []
  const settle = expect
    .poll(
      async () => {
        faults = await find()
        return faults.length
      },
      { timeout: SETTLE_MS, intervals: [50, 100, 200, 400] },
    )
    .toBe(0)
  await settle.catch(() => null)
  return faults
}

/** WCAG 2.2 AA and best practices in light colours. In dark colours only the contrast can differ. */
const findAxeViolations = (page: Page, scheme: (typeof schemes)[number], { exempt }: Screen): Promise<string[]> =>
  page.evaluate(
    async ({ shown, exemptRule }) => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const { violations } = await globalThis.axe.run(document, {
        resultTypes: ['violations'],
        runOnly:
          shown === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
        rules:
          // An open menu is outside the landmarks.
          shown === 'light'
            ? { 'target-size': { enabled: true }, region: { enabled: !document.querySelector('[role=menu]') } }
            : {},
      })
      return (
        violations
          .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `axe ${id}: ${target.join(' ')} (${any[0]?.message})`))
          // Content that a fixed bar covers can be scrolled into view.
          .filter((fault) => !fault.includes('partially obscured') && !fault.startsWith(`axe ${exemptRule}:`))
      )
    },
    { shown: scheme, exemptRule: exempt },
  )

const findMotion = (page: Page): Promise<string[]> =>
  page.evaluate(
    (blink) =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > blink)
        .map(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null
          return `<${target?.tagName.toLowerCase()} class="${target?.className}"> moves despite reduced motion`
        }),
    BLINK_MS,
  )

/** The visible names of all controls and headings. */
const controlNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, h1, h2')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => (element.ariaLabel ?? element.innerText).trim().replace(/\s+/g, ' ')),
  )

/** Checks the page at each width and colour scheme with axe and by keyboard. Returns all faults. */
export async function checkScreen(page: Page, screen: Screen): Promise<string[]> {
  const faults = new Set<string>()
  const addFaults = (where: string, found: readonly string[]) =>
    found.forEach((fault) => faults.add(`${screen.name}, ${where}: ${fault}`))
  const resize = async (width: number, height = HEIGHT) => {
    await page.setViewportSize({ width, height })
    await expectStillShown(page, screen)
  }
  await loadAxe(page)
  await page.evaluate(() => document.fonts.ready)
  for (const [index, width] of widths.entries()) {
    await resize(width)
    // Start with the current scheme, so that it changes only once per width.
    for (const scheme of index % 2 === 0 ? schemes : schemes.toReversed()) {
      await page.emulateMedia({ colorScheme: scheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      const where = `${width} px, ${scheme}`
      addFaults(where, await retryUntilClean(() => findCutOff(page)))
      if (axeWidths.includes(width)) addFaults(where, await retryUntilClean(() => findAxeViolations(page, scheme, screen)))
    }
    if (axeWidths.includes(width)) {
      addFaults(`${width} px`, await retryUntilClean(() => findMotion(page)))
      if (screen.keyboard !== 'none') addFaults(`${width} px, by keyboard`, await checkKeyboard(page, screen.keyboard))
    }
  }
  if (screen.isZoomed) await checkZoomed(page, resize, addFaults)
  return [...faults]
}

/** The check of the smoke tier: the page as it is, in light colours. */
export async function checkScreenQuickly(page: Page, screen: Screen): Promise<string[]> {
  await loadAxe(page)
  await page.evaluate(() => document.fonts.ready)
  const faults = [
    ...(await retryUntilClean(() => findCutOff(page))),
    ...(await retryUntilClean(() => findAxeViolations(page, 'light', screen))),
  ]
  return faults.map((fault) => `${screen.name}: ${fault}`)
}

/** A dialog may be rendered differently at another width, but must still be open. */
async function expectStillShown(page: Page, { shown, open }: Screen): Promise<void> {
  // Retried: while the dialog re-renders, pressing its button may close it.
  await expect(async () => {
    if (open && !(await shown(page).isVisible())) await open(page)
    await expect(shown(page)).toBeVisible({ timeout: open ? 5_000 : 40_000 })
  }).toPass({ timeout: 120_000 })
}

type Resize = (width: number, height?: number) => Promise<void>
type AddFaults = (where: string, found: readonly string[]) => void

/** At double size: a desktop window shows half as much, a phone uses larger letters. Everything must stay reachable. */
async function checkZoomed(page: Page, resize: Resize, addFaults: AddFaults): Promise<void> {
  await resize(640, 400)
  addFaults('desktop at 200 %', await retryUntilClean(() => findCutOff(page)))
  await resize(320, 640)
  addFaults('desktop at 400 %', await retryUntilClean(() => findCutOff(page)))
  await resize(390)
  addFaults('letters at 200 %', await withLargeLetters(page, () => retryUntilClean(() => findCutOff(page))))
  addFaults('letters at 200 %', await retryUntilClean(() => findLost(page)))
}

/**
 * Controls that disappear with large letters. A name may change on its own, for example a count in it; a retry then finds the
 * same name twice.
 */
async function findLost(page: Page): Promise<string[]> {
  const before = await controlNames(page)
  const after = await withLargeLetters(page, () => controlNames(page))
  return before.filter((words) => !after.includes(words)).map((words) => `"${words}" is lost`)
}

async function withLargeLetters<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const size = await page.evaluate(() => getComputedStyle(document.body).fontSize)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(page.locator('body')).not.toHaveCSS('font-size', size)
  const found = await work()
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await expect(page.locator('body')).toHaveCSS('font-size', size)
  return found
}
