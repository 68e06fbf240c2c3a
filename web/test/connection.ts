import { vi } from 'vitest'
import { reportReachable } from '#core/connection.ts'

/** Simulates the browser's offline event. Calls still reach the fake server, which must fail them. */
export function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}

export function goOnline(): void {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  // The state after the first successful call.
  reportReachable()
}
