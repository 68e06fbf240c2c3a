import type { Page } from '@playwright/test'
import { loadAxe } from '../axe.ts'
import { findCutOff } from '../cut-off.ts'
import { expect } from '../world.ts'
import { walkByKeyboard } from './keyboard-walk.ts'
import type { Screen } from './tour.ts'

const schemes = ['light', 'dark'] as const
const widths = [1280, 1920, 768, 390, 360]
/** The two layouts there are: what axe sees on one of each it sees on all. */
const deskAndPhone = [1280, 390]
const HEIGHT = 800
const SETTLES_WITHIN_MS = 2_000
/** Shorter than anybody can follow with the eyes. */
const BLINK_MS = 100

/** Faults of something that is still arriving go by themselves; the others stay. */
async function settled(find: () => Promise<string[]>): Promise<string[]> {
  let faults: string[] = []
  const settle = expect
    .poll(
      async () => {
        faults = await find()
        return faults.length
      },
      { timeout: SETTLES_WITHIN_MS, intervals: [50, 100, 200, 400] },
    )
    .toBe(0)
  await settle.catch(() => null)
  return faults
}

/** WCAG 2.2 AA and the best practices in light colours. In dark colours only the contrast can differ. */
const findByAxe = (page: Page, scheme: (typeof schemes)[number], { exempt }: Screen): Promise<string[]> =>
  page.evaluate(
    async ({ shown, left }) => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const { violations } = await globalThis.axe.run(document, {
        resultTypes: ['violations'],
        runOnly:
          shown === 'light' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
        rules:
          // An open menu lies next to the landmarks, not inside one.
          shown === 'light'
            ? { 'target-size': { enabled: true }, region: { enabled: !document.querySelector('[role=menu]') } }
            : {},
      })
      return (
        violations
          .flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `axe ${id}: ${target.join(' ')} (${any[0]?.message})`))
          // What a bar at the edge covers just now comes out from under it by scrolling.
          .filter((fault) => !fault.includes('partially obscured') && !fault.startsWith(`axe ${left}:`))
      )
    },
    { shown: scheme, left: exempt },
  )

const findMotion = (page: Page): Promise<string[]> =>
  page.evaluate(
    (blink) =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > blink)
        .map(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null
          return `<${target?.tagName.toLowerCase()} class="${target?.className}"> moves although less motion is wanted`
        }),
    BLINK_MS,
  )

/** What can be done here, in the words one sees. */
const doable = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, h1, h2')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => (element.ariaLabel ?? element.innerText).trim().replace(/\s+/g, ' ')),
  )

/** The page in each width and scheme, by axe and by keyboard. Answers with all that is wrong. */
export async function lookAt(page: Page, screen: Screen): Promise<string[]> {
  const faults = new Set<string>()
  const note = (where: string, found: readonly string[]) =>
    found.forEach((fault) => faults.add(`${screen.name}, ${where}: ${fault}`))
  const resize = async (width: number, height = HEIGHT) => {
    await page.setViewportSize({ width, height })
    await stillThere(page, screen)
  }
  await loadAxe(page)
  await page.evaluate(() => document.fonts.ready)
  for (const [place, width] of widths.entries()) {
    await resize(width)
    // The scheme that is there comes first, so that it changes only once for each width.
    for (const scheme of place % 2 === 0 ? schemes : schemes.toReversed()) {
      await page.emulateMedia({ colorScheme: scheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', scheme)
      const where = `${width} px, ${scheme}`
      note(where, await settled(() => findCutOff(page)))
      if (deskAndPhone.includes(width)) note(where, await settled(() => findByAxe(page, scheme, screen)))
    }
    if (deskAndPhone.includes(width)) {
      note(`${width} px`, await settled(() => findMotion(page)))
      if (screen.walk !== 'none') note(`${width} px, by keyboard`, await walkByKeyboard(page, screen.walk))
    }
  }
  if (screen.isZoomed) await lookZoomed(page, resize, note)
  return [...faults]
}

/** What the smoke tier checks: the page as it is, in light colours. */
export async function glanceAt(page: Page, screen: Screen): Promise<string[]> {
  await loadAxe(page)
  await page.evaluate(() => document.fonts.ready)
  const faults = [...(await settled(() => findCutOff(page))), ...(await settled(() => findByAxe(page, 'light', screen)))]
  return faults.map((fault) => `${screen.name}: ${fault}`)
}

/** A dialog may be drawn otherwise in another width, and must be there all the same. */
async function stillThere(page: Page, { shown, open }: Screen): Promise<void> {
  // Again, since one that is just being drawn anew is closed by the button that opens it.
  await expect(async () => {
    if (open && !(await shown(page).isVisible())) await open(page)
    await expect(shown(page)).toBeVisible({ timeout: open ? 5_000 : 40_000 })
  }).toPass({ timeout: 120_000 })
}

type Resize = (width: number, height?: number) => Promise<void>
type Note = (where: string, found: readonly string[]) => void

/** Twice as large: the window of a desk shows half, and on a phone the letters grow; on both everything stays. */
async function lookZoomed(page: Page, resize: Resize, note: Note): Promise<void> {
  await resize(640, 400)
  note('a desk at 200 %', await settled(() => findCutOff(page)))
  await resize(320, 640)
  note('a desk at 400 %', await settled(() => findCutOff(page)))
  await resize(390)
  note('letters at 200 %', await withLargeLetters(page, () => settled(() => findCutOff(page))))
  note('letters at 200 %', await settled(() => findLost(page)))
}

/**
 * What can be done with small letters and not with large ones. A name may change meanwhile for its own reasons, such as a
 * count in it; asked again, it is the same both times.
 */
async function findLost(page: Page): Promise<string[]> {
  const before = await doable(page)
  const after = await withLargeLetters(page, () => doable(page))
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
