import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const widths = [360, 390, 768, 1280, 1920]

export async function expectAxeClean(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  )
  expect(found).toEqual([])
}

/** Resizes the page that is open, as a turned phone or a dragged window would. */
export async function expectFitsEveryWidth(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(sideways, { message: `sideways scroll at ${width} px` }).toBeLessThanOrEqual(0)
  }
}
