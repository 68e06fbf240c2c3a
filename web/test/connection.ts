import { vi } from 'vitest'
import { reportReached } from '#core/connection.ts'

/** As the browser tells it; calls that are made all the same are the fake server's to refuse. */
export function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}

export function goOnline(): void {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
  // As by the first call that is answered again.
  reportReached()
}
