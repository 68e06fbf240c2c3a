import type { CDPSession } from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

type MediaFeatures = { 'prefers-reduced-motion'?: 'reduce' | 'no-preference'; 'prefers-color-scheme'?: 'light' | 'dark' }

/** For tests: emulates system preferences. Features not given are reset. */
export async function emulateMedia(media: MediaFeatures = {}): Promise<void> {
  const features = Object.entries(media).map(([name, value]) => ({ name, value }))
  const session: CDPSession = cdp()
  await session.send('Emulation.setEmulatedMedia', { features })
}
