import type { Browser, BrowserContext, Page } from '@playwright/test'
import { enterAs } from '../scripts/enter-as.ts'
import { runsEverything } from '../scripts/testing/tier.ts'
import { accountTours } from './every-screen/account-screens.ts'
import { learningTours } from './every-screen/learning-screens.ts'
import { glanceAt, lookAt } from './every-screen/look.ts'
import { mentorshipTours } from './every-screen/mentorship-screens.ts'
import { routesOfRouter } from './every-screen/routes.ts'
import { HERE, type Screen, type Tour } from './every-screen/tour.ts'
import { talkTours } from './every-screen/talk-screens.ts'
import { wayInTours } from './every-screen/way-in-screens.ts'
import { desktop } from './sizes.ts'
import { expect, test } from './world.ts'

// Nobody's screens depend on another's: two can be looked at side by side.
test.describe.configure({ mode: 'parallel' })

/** The smoke tier sees each screen once, on a phone. */
const size = runsEverything ? desktop.viewport : { width: 390, height: 800 }
const look = runsEverything ? lookAt : glanceAt
const depth = runsEverything ? 'every width and scheme, by axe and by keyboard' : '390 px, by axe'

const tours: Tour[] = [...wayInTours, ...learningTours, ...mentorshipTours, ...talkTours, ...accountTours]

async function openWindow(browser: Browser, url: string, { as, window, stored = {} }: Tour): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    ...desktop,
    viewport: size,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...window,
  })
  if (as) await enterAs(context, url, as)
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, stored)
  return context
}

async function goTo(page: Page, screen: Screen, url: string): Promise<void> {
  const { at = screen.route ?? '/', open, shown } = screen
  await page.setViewportSize(size)
  if (at !== HERE) await page.goto(typeof at === 'string' ? at : await at({ context: page.context(), url }))
  await open?.(page)
  await expect(shown(page)).toBeVisible()
}

for (const tour of tours) {
  test(`[PLT-03] @smoke @once ${depth}: ${tour.title}`, async ({ browser, world }) => {
    test.setTimeout(400_000)
    const context = await openWindow(browser, world.url, tour)
    const page = await context.newPage()
    const faults: string[] = []
    for (const screen of tour.screens) {
      await test.step(screen.name, async () => {
        await goTo(page, screen, world.url)
        faults.push(...(await look(page, screen)))
      })
    }
    await context.close()
    expect(faults).toEqual([])
  })
}

test('[PLT-03] @smoke @once every address of the router is among the screens that are looked at', () => {
  const looked = tours.flatMap(({ screens }) => screens.map(({ route }) => route))
  const routes = routesOfRouter()
  expect(routes.length).toBeGreaterThan(40)
  expect(routes.filter((route) => !looked.includes(route))).toEqual([])
  expect(looked.filter((route) => route !== null && !routes.includes(route))).toEqual([])
})
