import type { CDPSession } from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

/** As on a broken line: no file comes whose address holds one of these words. Called with none, all come again. */
export async function loseFiles(...words: string[]): Promise<void> {
  const session: CDPSession = cdp()
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: words.length > 0 })
  await session.send('Network.setBlockedURLs', { urls: words.map((word) => `*${word}*`) })
}
