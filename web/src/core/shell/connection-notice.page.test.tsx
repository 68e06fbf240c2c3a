import { expect, test, vi } from 'vitest'
import { reportReachable, reportUnreachable } from '#core/connection.ts'
import { show } from '../../../test/harness.tsx'
import { ConnectionNotice } from './shell.tsx'

test('the offline note is shown, and gone when the connection is back', async () => {
  const screen = await show(<ConnectionNotice />)
  const notice = screen.getByText('You are offline. You can read saved sessions.')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.element(notice).toBeVisible()
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.element(notice).not.toBeInTheDocument()
})

test('an unreachable server has a different text', async () => {
  const screen = await show(<ConnectionNotice />)
  const notice = screen.getByText(/Can’t reach Saathi/)
  // The page's texts may still be loading, and each reply marks the server as reached.
  await expect.poll(() => (reportUnreachable(), notice.elements().length)).toBe(1)
  reportReachable()
  await expect.element(notice).not.toBeInTheDocument()
})
