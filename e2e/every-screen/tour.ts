import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'

export type Visit = { context: BrowserContext; url: string }

export type Screen = {
  name: string
  /** As the router's table spells it; null for an address that it does not have. */
  route: string | null
  /** Where it is, if the route alone does not say; 'here' goes on from the screen before. */
  at?: string | ((visit: Visit) => Promise<string>)
  /** What leads from the page to this state of it. */
  open?: (page: Page) => Promise<unknown>
  /** There only in this state. */
  shown: (page: Page) => Locator
  /** In an open menu one goes by the arrows; a list that grows while one goes through it has no way round. */
  walk?: 'Tab' | 'ArrowDown' | 'none'
  /** A rule of axe that this screen does not follow yet. */
  exempt?: string
  /** One of those that are also looked at twice as large. */
  isZoomed?: boolean
}

/** Screens one after the other, in one window of one person. */
export type Tour = {
  title: string
  as: string | null
  window?: NonNullable<Parameters<Browser['newContext']>[0]>
  /** What the browser has kept from an earlier visit. */
  stored?: Record<string, string>
  screens: readonly Screen[]
}

export const HERE = 'here'

export const headed =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('heading', { level: 1, name })
export const dialog =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('dialog', { name }).last()
export const text =
  (words: string | RegExp) =>
  (page: Page): Locator =>
    page.getByText(words).filter({ visible: true }).first()
export const button =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('button', { name }).filter({ visible: true }).first()
export const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).or(page.getByRole('link', { name })).filter({ visible: true }).first().click()
