import type { CDPSession } from '@vitest/browser-playwright'
import { expect } from 'vitest'
import { cdp } from 'vitest/browser'

/**
 * Taps an element with real touch events. Taps have their own times in seconds from now, so that code using event timestamps does
 * not depend on the test's speed. Resolves when the tap has become a click.
 */
export function fingerOn(target: Element): (time: number) => Promise<void> {
  const session: CDPSession = cdp()
  const { left, top, width, height } = target.getBoundingClientRect()
  // Coordinates are relative to the browser window; the page under test is in a frame.
  const frame = window.frameElement?.getBoundingClientRect()
  const spot = { x: (frame?.left ?? 0) + left + width / 2, y: (frame?.top ?? 0) + top + height / 2 }
  const start = Date.now() / 1000
  return async (time) => {
    const clicks: Event[] = []
    const count = (event: Event) => clicks.push(event)
    window.addEventListener('click', count, { capture: true })
    const timestamp = start + time
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot], timestamp })
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.02 })
    await expect.poll(() => clicks.length).toBeGreaterThan(0)
    window.removeEventListener('click', count, { capture: true })
  }
}

/** A realistic double tap, a quarter of a second apart. */
export async function doubleTap(target: Element): Promise<void> {
  const tap = fingerOn(target)
  await tap(0)
  await tap(0.25)
}
