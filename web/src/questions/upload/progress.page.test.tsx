import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { makeProfile, show } from '../../../test/harness.tsx'
import { UploadProgress } from './progress.tsx'

test.each([
  [undefined, '0', '0%'],
  [0.64, '64', '64%'],
  [1, '100', 'All sent. Saving your answers...'],
])('[QST-07] an upload at %s shows its progress', async (fraction, now, words) => {
  const screen = await show(<UploadProgress fraction={fraction} onCancel={() => {}} />)
  const bar = screen.getByRole('progressbar', { name: 'Sending your answers' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', now)
  await expect.element(bar).toHaveAttribute('aria-valuetext', words)
  await expect.element(screen.getByText(words)).toBeVisible()
})

test('[QST-07] an upload can be cancelled by a tap and with the keyboard', async () => {
  const handleCancel = vi.fn()
  const screen = await show(<UploadProgress fraction={0.2} onCancel={handleCancel} />)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  expect(handleCancel).toHaveBeenCalledTimes(1)
  await userEvent.keyboard('{Enter}')
  expect(handleCancel).toHaveBeenCalledTimes(2)
})

test('the progress is translated to Hindi', async () => {
  const screen = await show(<UploadProgress fraction={0.2} onCancel={() => {}} />, { language: 'hi', profile: makeProfile() })
  await expect.element(screen.getByRole('progressbar', { name: 'आपके जवाब भेजे जा रहे हैं' })).toBeVisible()
})
