import { chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from '../scripts/system-needs.ts'
import { runsEverything } from '../scripts/testing/tier.ts'
import { HERE, type Tour } from './every-screen/tour.ts'
import { allTours, goTo, openWindow } from './every-screen/visit.ts'
import { phone } from './sizes.ts'
import { expect, test } from './world.ts'

declare global {
  /** Whether the browser has kept the page and shown it again. */
  var wasKept: boolean | undefined
}

/** Pages that open by their address alone, each once. */
const seen = new Set<string | null>()
const tours: Tour[] = allTours.map((tour) => ({
  ...tour,
  screens: tour.screens.filter(({ route, at, open }) => {
    const isNew = at !== HERE && !open && !seen.has(route)
    if (isNew) seen.add(route)
    return isNew
  }),
}))

/** Leaves the page and goes back. Empty if the browser has kept the page, otherwise its reasons. */
async function reasonsNotKept(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    globalThis.wasKept = false
    addEventListener('pageshow', ({ persisted }) => (globalThis.wasKept = persisted))
  })
  await page.goto('/favicon.svg')
  // A page that was kept has no `load` event.
  await page.goBack({ waitUntil: 'commit' })
  return page.evaluate(() => {
    if (globalThis.wasKept) return []
    const [entry] = performance.getEntriesByType('navigation')
    const found = entry?.toJSON().notRestoredReasons?.reasons ?? []
    return ['not kept', ...found.map(({ reason }: { reason: string }) => reason)]
  })
}

test('@smoke @once the browser keeps every page for Back', async ({ world }) => {
  const browser = await chromium.launch({
    ...(await chromiumLaunch()),
    // Playwright switches this off, because it makes tests harder to follow.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const faults: string[] = []
  const checked = runsEverything ? tours : tours.map((tour) => ({ ...tour, screens: tour.screens.slice(0, 1) }))
  try {
    for (const tour of checked.filter(({ screens }) => screens.length > 0)) {
      const context = await openWindow(browser, world.url, tour, phone.viewport)
      const page = await context.newPage()
      for (const screen of tour.screens) {
        await goTo(page, screen, world.url)
        const reasons = await reasonsNotKept(page)
        if (reasons.length > 0) faults.push(`${screen.name}: ${reasons.join(', ')}`)
        // A page that was not kept renews the session, and the next address may be found with the same cookie.
        await expect(screen.shown(page)).toBeVisible()
      }
      await context.close()
    }
  } finally {
    await browser.close()
  }
  expect(faults).toEqual([])
})
