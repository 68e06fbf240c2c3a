import type { CDPSession } from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

/** Blocks all files whose URL contains one of these words. Without arguments, unblocks all. */
export async function blockFiles(...words: string[]): Promise<void> {
  const session: CDPSession = cdp()
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: words.length > 0 })
  await session.send('Network.setBlockedURLs', { urls: words.map((word) => `*${word}*`) })
}
