import type { Browser, BrowserContext, Page } from '@playwright/test'
import { signInAs } from '../../scripts/sign-in-as.ts'
import { desktop } from '../sizes.ts'
import { expect } from '../world.ts'
import { accountTours } from './account-screens.ts'
import { chatTours } from './chat-screens.ts'
import { learningTours } from './learning-screens.ts'
import { mentorshipTours } from './mentorship-screens.ts'
import { signUpTours } from './sign-up-screens.ts'
import { staffTours } from './staff-screens.ts'
import { HERE, type Screen, type Tour } from './tour.ts'

export const allTours: readonly Tour[] = [
  ...signUpTours,
  ...learningTours,
  ...mentorshipTours,
  ...chatTours,
  ...accountTours,
  ...staffTours,
]

type Size = { width: number; height: number }

export async function openWindow(
  browser: Browser,
  url: string,
  { as, withSecondFactor, window, stored = {} }: Tour,
  size: Size,
): Promise<BrowserContext> {
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
  if (as) await signInAs(context, url, as, { withSecondFactor })
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, stored)
  return context
}

export async function goTo(page: Page, { route, at = route ?? '/', open, shown }: Screen, url: string): Promise<void> {
  if (at !== HERE) await page.goto(typeof at === 'string' ? at : await at({ context: page.context(), url }))
  await open?.(page)
  await expect(shown(page)).toBeVisible()
}
