import type { Browser, Page } from '@playwright/test'
import { signInAs } from '../scripts/sign-in-as.ts'
import type { PrivateServer } from '../scripts/private-server.ts'
import { openStaffCalls } from './staff-calls.ts'
import { addressOf, expect, test } from './world.ts'

/** A different person for each browser project, so that their notices do not mix. */
const readers: Record<string, { name: string; flag: string }> = {
  phone: { name: 'mentorship-locked', flag: 'internship' },
  desktop: { name: 'farhan', flag: 'internship' },
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notices/ })

/** Unlocks a part for a person, which triggers a notice. */
async function openPart(browser: Browser, world: PrivateServer, name: string, flag: string) {
  const { setFlags, context } = await openStaffCalls(browser, world.url)
  for (const value of ['off', 'use']) await setFlags(addressOf(name), { [flag]: value })
  await context.close()
}

test('@smoke a notice arrives without a reload, is counted, read, and stays read in the other tab', async ({
  browser,
  page,
  context,
  world,
}, { project }) => {
  const { name, flag } = readers[project.name] ?? { name: 'asha', flag: 'internship' }
  await signInAs(context, world.url, name)
  await page.goto('/learninghub')
  const other = await context.newPage()
  await other.goto('/learninghub')
  await expect(bell(page)).toBeVisible()
  const before = await bell(page).getAttribute('aria-label')

  await openPart(browser, world, name, flag)
  await expect(bell(page)).not.toHaveAccessibleName(before ?? '')
  await expect(bell(page)).toHaveAccessibleName(/unread/)
  await expect(bell(other)).toHaveAccessibleName(/unread/)

  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notices' })
  await expect(panel.getByRole('listitem').first()).toContainText('New:')
  await expect(bell(other)).toHaveAccessibleName('Notices')

  await panel.getByRole('link').first().click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notices')
})
