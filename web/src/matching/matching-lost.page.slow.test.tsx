import { afterEach, expect, test } from 'vitest'
import { loseFiles } from '../../test/lose-files.ts'
import { answerMatching, showMatching } from './matching.fake.ts'

afterEach(() => loseFiles())

// In a separate file, because a script that was loaded once cannot fail again.
test('the home shows an error if the matching script fails to load, and a retry shows the screen', async () => {
  answerMatching()
  await loseFiles('matching/public.ts')
  const shown = await showMatching()
  await expect.element(shown.getByRole('heading', { name: 'We could not load how far the search has come' })).toBeVisible()
  await expect.element(shown.getByText('Check your connection and try again.')).toBeVisible()
  await loseFiles()
  await shown.getByRole('button', { name: 'Try again' }).click()
  await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
})
