import { afterEach, expect, test } from 'vitest'
import { blockFiles } from '../../../test/block-files.ts'
import { answerMatching, showMatching } from '../matching.fake.ts'

afterEach(() => blockFiles())

// In a separate file, because a script that was loaded once cannot fail again.
test('a history script that fails to load shows an error and keeps the screen', async () => {
  answerMatching()
  const shown = await showMatching()
  await blockFiles('history/dialog.tsx')
  await shown.getByRole('button', { name: 'View matching history' }).click()
  await expect
    .element(shown.getByText('The matching history could not be opened. Check your connection and try again.'))
    .toBeVisible()
  await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
  await blockFiles()
  await shown.getByRole('button', { name: 'View matching history' }).click()
  await expect.element(shown.getByRole('dialog', { name: 'Matching history' })).toBeVisible()
})
