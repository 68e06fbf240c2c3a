import { signInAs } from '../scripts/sign-in-as.ts'
import { expect, test } from './world.ts'

test('[DAY-31] a mentee finds a time, asks the mentor for it, and the mentor says yes', async ({
  page,
  context,
  browser,
  world,
}) => {
  await signInAs(context, world.url, 'asha')
  await page.goto('/mentorship/time')
  await expect(page.getByRole('heading', { level: 1, name: 'Find a time with Ravi' })).toBeVisible()
  await page.getByRole('button', { name: 'See all times' }).click()
  await page.getByRole('button', { name: /^Ask Ravi for/ }).click()
  const card = page.getByRole('article').filter({ hasText: 'Planned by you' }).first()
  await expect(card.getByText('Waiting for Ravi')).toBeVisible()

  const his = await browser.newContext({ baseURL: world.url })
  await signInAs(his, world.url, 'ravi')
  const mentor = await his.newPage()
  await mentor.goto(new URL(page.url()).pathname + new URL(page.url()).search)
  const asked = mentor.getByRole('article').filter({ hasText: 'Planned by Asha' }).first()
  await asked.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(asked.getByText('You’re coming')).toBeVisible()
  await expect(card.getByText('Ravi is coming')).toBeVisible()
  await his.close()
})
