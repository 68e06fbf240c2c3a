import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { emulateMedia } from '#core/theme/emulate-media.ts'
import { prepareApp, resetApp } from './harness.tsx'

const { innerWidth: width, innerHeight: height } = window

// All files of a worker share one page of the browser and load the app once. Vitest runs this file before each of them.
beforeEach(prepareApp)
afterEach(resetApp)
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await emulateMedia()
  if (window.innerWidth !== width || window.innerHeight !== height) await page.viewport(width, height)
})
