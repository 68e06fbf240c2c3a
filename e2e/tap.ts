import type { Locator } from '@playwright/test'

/**
 * A tap by a person who has looked at the page for a second. Playwright taps faster than any hand, and the page ignores a tap at
 * the same spot before the change could be seen.
 */
export async function tap(target: Locator): Promise<void> {
  await target.tap({ trial: true })
  const box = await target.boundingBox()
  if (!box) throw new Error('the target of the tap is not on the page')
  const page = target.page()
  const cdp = await page.context().newCDPSession(page)
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const timestamp = Date.now() / 1000 + 1
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot], timestamp })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.02 })
  await cdp.detach()
}
