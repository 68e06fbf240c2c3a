import { expect, test, vi } from 'vitest'
import { clockText, useSecondsUntil } from '#core/ui/progress/countdown.tsx'
import { render } from '../../../../test/render.ts'

function Wait({ until }: { until: number }) {
  return <p>{clockText(useSecondsUntil(until))}</p>
}

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [74, '1:14'],
  [120, '2:00'],
  [3_600, '60:00'],
])('%i seconds are shown as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test('counts down by the clock, stops at zero, and restarts with a later time', async () => {
  const start = Date.now()
  const now = vi.spyOn(Date, 'now').mockReturnValue(start)
  const screen = await render(<Wait until={start + 74_000} />)
  await expect.element(screen.getByText('1:14')).toBeVisible()
  now.mockReturnValue(start + 70_000)
  await expect.element(screen.getByText('0:04')).toBeVisible()
  now.mockReturnValue(start + 90_000)
  await expect.element(screen.getByText('0:00')).toBeVisible()
  await screen.rerender(<Wait until={start + 100_000} />)
  await expect.element(screen.getByText('0:10')).toBeVisible()
  now.mockRestore()
})
