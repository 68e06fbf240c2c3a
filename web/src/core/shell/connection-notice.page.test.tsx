import { expect, test, vi } from 'vitest'
import { reportReached, reportUnreachable } from '#core/connection.ts'
import { show } from '../../../test/harness.tsx'
import { ConnectionNotice } from './connection-notice.tsx'

test('offline is told in words, and gone when the connection is back', async () => {
  const screen = await show(<ConnectionNotice />)
  const notice = screen.getByText('You are offline. You can read saved sessions.')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.element(notice).toBeVisible()
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.element(notice).not.toBeInTheDocument()
})

test('a server that does not answer is told in other words', async () => {
  const screen = await show(<ConnectionNotice />)
  const notice = screen.getByText(/We cannot reach Saathi/)
  // The texts of the page may still be on their way, and each answer says that the server is there.
  await expect.poll(() => (reportUnreachable(), notice.elements().length)).toBe(1)
  reportReached()
  await expect.element(notice).not.toBeInTheDocument()
})
