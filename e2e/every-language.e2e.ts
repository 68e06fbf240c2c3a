import type { Page } from '@playwright/test'
import { type AllowedEnglish, englishLeft } from '../scripts/english/english-left.ts'
import { findCutOff } from './cut-off.ts'
import { allowedIn } from './every-language/demo-english.ts'
import { openLanguageSwitch } from './every-language/language-switch.ts'
import { findTexts } from './every-language/visible-texts.ts'
import { staffTours } from './every-screen/staff-screens.ts'
import { allTours, goTo, openWindow } from './every-screen/visit.ts'
import { expect, test } from './world.ts'

// The tours are independent, so they can run in parallel.
test.describe.configure({ mode: 'parallel' })

/** The narrowest phone that is supported. */
const small = { width: 360, height: 740 }
const languages = ['bn', 'hi', 'kn', 'mr', 'ta', 'te']
/** For the texts and the content of a language to arrive, and for a message in the language before to disappear. */
const SETTLE_MS = 12_000
/** Fewer texts mean that the page is still loading. Lists may change a little on their own. */
const LEAST_SHARE = 0.5

// Locators of the tours have English names, so every screen is opened in English. Its language then changes in place.
for (const tour of allTours) {
  test(`[NAV-06] @once nothing is in English or cut off at 360 px in any other language: ${tour.title}`, async ({
    browser,
    world,
  }) => {
    const context = await openWindow(browser, world.url, tour, small)
    const page = await context.newPage()
    const showLanguage = openLanguageSwitch(page, world.url)
    const isAuthor = staffTours.includes(tour)
    const faults: string[] = []
    for (const screen of tour.screens) {
      await test.step(screen.name, async () => {
        await goTo(page, screen, world.url)
        const { length: count } = await findTexts(page)
        for (const language of languages) {
          await showLanguage(language)
          const found = await findFaults(page, allowedIn(language, { isAuthor }), count)
          faults.push(...found.map((fault) => `${language}, ${screen.name}: ${fault}`))
        }
        await showLanguage('own')
      })
    }
    await context.close()
    expect(faults).toEqual([])
  })
}

/** Retries for a while: texts that are still loading disappear, the others stay. */
async function findFaults(page: Page, allowed: AllowedEnglish, count: number): Promise<string[]> {
  let faults: string[] = []
  const settle = expect
    .poll(
      async () => {
        const texts = await findTexts(page)
        const english = new Set(texts.flatMap((text) => englishLeft(text, allowed)))
        faults = [
          ...(texts.length < count * LEAST_SHARE ? [`shows ${texts.length} texts instead of ${count}`] : []),
          ...[...english].map((words) => `“${words}” is in English`),
          ...(await findCutOff(page)),
        ]
        return faults.length
      },
      { timeout: SETTLE_MS, intervals: [50, 100, 200, 400] },
    )
    .toBe(0)
  await settle.catch(() => null)
  return faults
}
