import { expect, onTestFinished, test, vi } from 'vitest'
import english from '../../../contract/texts/en/core.json' with { type: 'json' }
import { failAll, ownTexts, pages, retryWith, showPage, statusesOf } from '../../test/failing-pages.tsx'
import { refuse } from '../../test/harness.tsx'

test.each(Object.entries(pages))('[NAV-11] %s shows the reason for each error status and a retry', async (pattern, path) => {
  failAll(refuse('core.broken', 429))
  const screen = await showPage(path)
  for (const failure of [...statusesOf(pattern), 'network'] as const) await retryWith(screen, failure)
})

test.each(ownTexts)(
  '[NAV-11] %s answered with %i says what is missing and links to another page',
  async (pattern, status, heading) => {
    failAll(refuse('core.broken', status))
    const screen = await showPage(pages[pattern] ?? '')
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect.element(screen.getByRole('main').getByRole('link').first()).toBeVisible()
  },
)

test.each(Object.entries(pages))(
  '[NAV-11] %s shows a network error after ten seconds without a reply',
  async (_pattern, path) => {
    failAll('hang')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const screen = await showPage(path)
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(10_001)
        return screen.getByText(english['error.network']).elements().length
      })
      .toBeGreaterThan(0)
    await expect.element(screen.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  },
)
