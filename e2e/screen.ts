import { expect, type Page } from '@playwright/test'
import { loadAxe } from './axe.ts'

const widths = [360, 390, 768, 1280, 1920]

const findViolations = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`)
  })

export async function expectAxeClean(page: Page) {
  await loadAxe(page)
  // Text that is still fading in has too little contrast for a moment.
  await expect.poll(() => findViolations(page), { timeout: 5_000 }).toEqual([])
}

/** Resizes the open page, like a rotated phone or a resized window. */
export async function expectFitsEveryWidth(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(sideways, { message: `sideways scroll at ${width} px` }).toBeLessThanOrEqual(0)
  }
}
