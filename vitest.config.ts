import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { shellLaunch } from './scripts/system-needs.ts'
import { LongestFirst } from './scripts/test-order.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** In browser mode a phone is the first screen; a test widens it where it says so. */
const phone = { width: 390, height: 844 }

export default defineConfig({
  cacheDir: at('./.cache/vite'),
  test: {
    retry: 0,
    passWithNoTests: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Whatever is waited for comes in its own time on a busy machine; what never comes is still told.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'house',
          environment: 'node',
          include: ['*.test.ts', 'scripts/**/*.test.ts', 'contract/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts'],
          globalSetup: [at('./server/test/global-setup.ts')],
          pool: 'forks',
          // Half of their time they wait for a database or a line: a third one fills it.
          maxWorkers: 3,
          // The code is read once by each of them, and not once for each file.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        root: at('./web'),
        plugins: [react()],
        // Found while a test runs, a dependency would reload the page under the others.
        optimizeDeps: { include: ['react', 'react-dom', 'react-dom/client', 'react/jsx-dev-runtime', 'vitest-browser-react'] },
        test: {
          name: 'web',
          sequence: { groupOrder: 2 },
          include: ['**/*.test.ts', '**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: await shellLaunch() }),
            viewport: phone,
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
