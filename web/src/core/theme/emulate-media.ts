import type { CDPSession } from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

type Wishes = { 'prefers-reduced-motion'?: 'reduce' | 'no-preference'; 'prefers-color-scheme'?: 'light' | 'dark' }

/** For tests: what the person's system wishes. Everything not named goes back to its default. */
export async function emulateMedia(wishes: Wishes = {}): Promise<void> {
  const features = Object.entries(wishes).map(([name, value]) => ({ name, value }))
  const session: CDPSession = cdp()
  await session.send('Emulation.setEmulatedMedia', { features })
}
