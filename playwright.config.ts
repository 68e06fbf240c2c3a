import { defineConfig } from '@playwright/test'
import { shellLaunch } from './scripts/system-needs.ts'

/** Tests marked so run on one screen only: they resize it themselves, or the screen does not matter. */
const once = /@once/
/** Several browsers that code and decode pictures: they have the machine to themselves, after all others. */
const calls = 'video.e2e.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: '.cache/playwright',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: 'line',
  use: {
    launchOptions: await shellLaunch(),
    // A control that never comes is told at once, and not only when the whole test runs out of time.
    actionTimeout: 60_000,
    // Recording every test costs a quarter of the whole; one that failed is run again with --trace on.
    trace: 'off',
    // A worker would fetch the whole shell ahead for every test, and pages from a cache could hide what the server says.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: once,
      testIgnore: calls,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: 'light' },
    },
    { name: 'desktop', testIgnore: calls, use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } },
    { name: 'calls', testMatch: calls, workers: 1, dependencies: ['phone', 'desktop'] },
  ],
})
