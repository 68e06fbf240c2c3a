import { afterEach, expect, test } from 'vitest'
import { loseFiles } from '../../test/lose-files.ts'
import { answerMatching, showMatching } from './matching.fake.ts'

afterEach(() => loseFiles())

// In a file of its own: a script that has come once cannot be lost any more.
test('a home that the script of matching does not reach says so, and a retry brings the screen', async () => {
  answerMatching()
  await loseFiles('matching/public.ts')
  const shown = await showMatching()
  await expect.element(shown.getByRole('heading', { name: 'We could not load how far the search has come' })).toBeVisible()
  await expect.element(shown.getByText('Check your connection and try again.')).toBeVisible()
  await loseFiles()
  await shown.getByRole('button', { name: 'Try again' }).click()
  await expect.element(shown.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()
})
