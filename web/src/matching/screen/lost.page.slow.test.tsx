import { afterEach, expect, test } from 'vitest'
import { blockFiles } from '../../../test/block-files.ts'
import { answerMatching, showMatching } from '../matching.fake.ts'

afterEach(() => blockFiles())

// In a separate file, because a script that was loaded once cannot fail again.
test('the home shows an error if the matching script fails to load, and a retry shows the screen', async () => {
  answerMatching()
  await blockFiles('matching/public.ts')
  const shown = await showMatching()
  await expect.element(shown.getByRole('heading', { name: 'We couldn’t check how the search is going' })).toBeVisible()
  await expect.element(shown.getByText('Check your connection and try again.')).toBeVisible()
  await blockFiles()
  await shown.getByRole('button', { name: 'Try again' }).click()
  await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
})
