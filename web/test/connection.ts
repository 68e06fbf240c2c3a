import { vi } from 'vitest'
import { reportReachable } from '#core/connection.ts'

/** Simulates the browser's offline event; calls made anyway must be failed by the fake server. */
export function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}

export function goOnline(): void {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  // As after the first successful call.
  reportReachable()
}
