import { signInAs } from '../scripts/sign-in-as.ts'
import { expect, openAs, test } from './world.ts'

test('[DAY-12] two people see each other online and typing, and when a message was read, until one of them switches it off', async ({
  page,
  context,
  browser,
  world,
}, { project }) => {
  const words = `lamp ${project.name} ${Math.random().toString(36).slice(2, 8)}`
  await signInAs(context, world.url, 'asha')
  await page.goto('/chat/messenger')
  const ofAsha = page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Ravi/ }).first()
  await ofAsha.click()
  const ravi = await openAs(browser, world.url, 'ravi')
  await ravi.goto('/chat/messenger')
  await ravi.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Asha/ }).first().click()

  await expect(page.getByRole('button', { name: 'Online', exact: true })).toBeVisible()
  await ravi.getByRole('textbox', { name: 'Message' }).pressSequentially('Good')
  await expect(page.getByRole('log').getByText('typing…')).toBeAttached()
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await page.getByRole('button', { name: /^Seen/ }).click()
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Seen by' }).getByText(/Ravi/)).toBeVisible()
  await page.keyboard.press('Escape')

  const choice = ravi.getByRole('switch', { name: 'Show when I’m online' })
  if (!(await choice.isVisible())) await ravi.getByRole('button', { name: /Online|Last seen|and you/ }).click()
  await choice.click()
  await expect(page.getByRole('button', { name: 'Online', exact: true })).toHaveCount(0)
  await choice.click()
  await ravi.context().close()
})
