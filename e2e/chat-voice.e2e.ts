import { launchCaller } from './callers.ts'
import { signInAs } from '../scripts/sign-in-as.ts'
import { expect, openAs, test } from './world.ts'

test('[DAY-18] a recorded voice note is heard by the other person', async ({ browser, world }) => {
  const caller = await launchCaller()
  const context = await caller.newContext({ baseURL: world.url })
  await signInAs(context, world.url, 'asha')
  const page = await context.newPage()
  await page.goto('/chat/messenger')
  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Ravi/ }).first().click()
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:03')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const own = page.getByRole('log').getByRole('group', { name: /^Voice note · 0:0[2-5]/ })
  await expect(own).toBeVisible()

  const ravi = await openAs(browser, world.url, 'ravi')
  await ravi.goto('/chat/messenger')
  await ravi.getByRole('navigation', { name: 'Conversations' }).getByRole('button', { name: /Asha/ }).first().click()
  const note = ravi
    .getByRole('log')
    .getByRole('group', { name: /^Voice note/ })
    .last()
  await note.getByRole('button', { name: 'Play' }).click()
  await expect(note.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(note.getByRole('button', { name: 'Play' })).toBeVisible()
  await ravi.context().close()
  await caller.close()
})
