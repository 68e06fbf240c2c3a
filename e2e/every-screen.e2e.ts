import type { Browser } from '@playwright/test'
import { runsEverything } from '../scripts/testing/tier.ts'
import { checkScreen, checkScreenQuickly } from './every-screen/check-screen.ts'
import { routesOfRouter } from './every-screen/routes.ts'
import { staffTours } from './every-screen/staff-screens.ts'
import type { Tour } from './every-screen/tour.ts'
import { allTours, goTo, openWindow } from './every-screen/visit.ts'
import { desktop } from './sizes.ts'
import { expect, test } from './world.ts'

// The tours are independent, so they can run in parallel.
test.describe.configure({ mode: 'parallel' })

/** The smoke tier checks each screen once, on a phone. */
const size = runsEverything ? desktop.viewport : { width: 390, height: 800 }
const check = runsEverything ? checkScreen : checkScreenQuickly
const depth = runsEverything ? 'every width and scheme, by axe and by keyboard' : '390 px, by axe'

const routesOf = ({ screens }: Tour) => screens.map(({ route }) => route)
/** Tours that reach a path for the first time. The others show known paths to other people. */
const firstTours = allTours.filter((tour, index) => {
  const seen = new Set(allTours.slice(0, index).flatMap(routesOf))
  return routesOf(tour).some((route) => !seen.has(route))
})
const tours = runsEverything ? allTours : firstTours

const ofConsole = (tour: Tour) => staffTours.includes(tour)
for (const tour of tours.filter((each) => !ofConsole(each))) test(`[PLT-03] @smoke @once ${depth}: ${tour.title}`, take(tour))
for (const tour of tours.filter(ofConsole)) test(`[STF-17] @smoke @once ${depth}: ${tour.title}`, take(tour))

/** Visits its screens one after the other. */
function take(tour: Tour) {
  return async ({ browser, world }: { browser: Browser; world: { url: string } }) => {
    const context = await openWindow(browser, world.url, tour, size)
    const page = await context.newPage()
    const faults: string[] = []
    for (const screen of tour.screens) {
      await test.step(screen.name, async () => {
        await page.setViewportSize(size)
        await goTo(page, screen, world.url)
        faults.push(...(await check(page, screen)))
      })
    }
    await context.close()
    expect(faults).toEqual([])
  }
}

test('[PLT-03] @smoke @once every path of the router is among the checked screens', () => {
  const checked = tours.flatMap(routesOf)
  const routes = routesOfRouter()
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter((route) => !checked.includes(route))).toEqual([])
  expect(checked.filter((route) => route !== null && !routes.includes(route))).toEqual([])
})
