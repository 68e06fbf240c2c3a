import type { CDPSession } from '@vitest/browser-playwright'
import { expect } from 'vitest'
import { cdp } from 'vitest/browser'

/**
 * A real finger at the place where the element is now. Its taps have times of their own, in seconds from now: what the page
 * decides by an event's timestamp does not depend on how fast the test runs. Resolves when the tap has become a click.
 */
export function fingerOn(target: Element): (time: number) => Promise<void> {
  const session: CDPSession = cdp()
  const { left, top, width, height } = target.getBoundingClientRect()
  // The browser counts from its own window, and the page under test is a frame in it.
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

/** A double tap as people make it, a quarter of a second apart. */
export async function doubleTap(target: Element): Promise<void> {
  const tap = fingerOn(target)
  await tap(0)
  await tap(0.25)
}
