import { defineConfig, type PlaywrightTestProject } from '@playwright/test'
import { desktop, phone } from './e2e/sizes.ts'
import { shellLaunch } from './scripts/system-needs.ts'
import { runsEverything, smoke } from './scripts/testing/tier.ts'

/** These tests resize the screen themselves, or its size does not matter: `test:all` runs them on the desktop only. */
const once = /@once/
/** The longest test starts first, on its own server, so that it does not run alone at the end. */
const longest = 'from-sign-up.e2e.ts'
/** Several browsers encoding and decoding video need the whole machine, so these run after all others. */
const calls = 'video.e2e.ts'

const everything: PlaywrightTestProject[] = [
  { name: 'phone', grepInvert: once, testIgnore: calls, use: phone },
  { name: 'desktop', testIgnore: calls, use: desktop },
  { name: 'calls', testMatch: calls, workers: 1, dependencies: ['phone', 'desktop'] },
]

const quick: PlaywrightTestProject[] = [
  { name: 'journey', grep: smoke, testMatch: longest, use: phone },
  { name: 'phone', grep: smoke, testIgnore: longest, use: phone },
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: '.cache/playwright',
  workers: 2,
  // A test that passes only on its second try is reported as flaky, which fails `test:all`.
  retries: 1,
  forbidOnly: true,
  // Generous limits: they only end tests that hang, even on a busy machine.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  use: {
    launchOptions: await shellLaunch(),
    // Fail at a missing control, not only when the whole test runs out of time.
    actionTimeout: 90_000,
    // Recording every test takes a quarter of the time. Run a failed test again with --trace on.
    trace: 'off',
    // A service worker would prefetch the whole shell for every test, and its cache could hide the server's replies.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  },
  projects: runsEverything ? everything : quick,
})
