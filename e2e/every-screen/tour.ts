import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'

export type Visit = { context: BrowserContext; url: string }

export type Screen = {
  name: string
  /** The path as in the route table; null for an address without a route. */
  route: string | null
  /** The address, if it differs from the route; 'here' continues from the previous screen. */
  at?: string | ((visit: Visit) => Promise<string>)
  /** Brings the page into this state. */
  open?: (page: Page) => Promise<unknown>
  /** Visible only in this state. */
  shown: (page: Page) => Locator
  /** An open menu uses arrow keys; a list that grows while being tabbed through has no end. */
  keyboard?: 'Tab' | 'ArrowDown' | 'none'
  /** An axe rule that this screen does not follow yet. */
  exempt?: string
  /** Also checked at double size. */
  isZoomed?: boolean
}

/** Screens visited one after the other in one window by one person. */
export type Tour = {
  title: string
  as: string | null
  /** Enters the console without an authenticator app. */
  withSecondFactor?: boolean
  window?: NonNullable<Parameters<Browser['newContext']>[0]>
  /** Values in localStorage from an earlier visit. */
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
export const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).or(page.getByRole('link', { name })).filter({ visible: true }).first().click()
