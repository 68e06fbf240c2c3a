import { getDigest, setDigest } from '@saathi/contract/staff/console-calls'
import { expect, test } from 'vitest'
import { answer } from '../../test/harness.tsx'
import { showConsole } from './console.fake.ts'

test('[TOD-13] the mail about what waits is chosen in the account menu', async () => {
  answer(getDigest, { rhythm: 'daily' })
  const { inputs } = answer(setDigest, { rhythm: 'weekly' })
  const screen = await showConsole()
  await screen
    .getByRole('button', { name: /Farida Khan/ })
    .first()
    .click()
  await screen.getByRole('menuitem', { name: 'Mail about what waits' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Mail about what waits' })
  await expect.element(dialog.getByRole('radio', { name: 'Every day' })).toBeChecked()
  await dialog.getByText('On Mondays').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(inputs).toEqual([{ body: { rhythm: 'weekly' } }])
})
