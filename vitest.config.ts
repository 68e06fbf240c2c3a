import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { shellLaunch } from './scripts/system-needs.ts'
import { runsEverything, slowFiles } from './scripts/testing/tier.ts'
import { firstFonts } from './web/build-fonts.ts'
import { lazySchemas } from './web/build-lazy-schemas.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Page tests run at phone size unless a test widens the viewport. */
const phone = { width: 390, height: 844 }
const exclude = [...configDefaults.exclude, ...(runsEverything ? [] : [slowFiles])]

/** Nothing changes during a run, so the browser may cache the hundreds of modules that each file loads. */
const cacheModules: Plugin = {
  name: 'cache-modules',
  configureServer({ middlewares, config }) {
    if (config.server.watch) return
    middlewares.use((request, response, next) => {
      const set = response.setHeader.bind(response)
      const isModule = /\.(ts|tsx|css|json)(\?|$)/.test(request.url ?? '')
      response.setHeader = (name, value) =>
        set(name, isModule && name.toLowerCase() === 'cache-control' ? 'max-age=31536000,immutable' : value)
      next()
    })
  },
}

/** Serves all texts of a language as one module; otherwise every test file would make 38 requests. */
const mergeTexts: Plugin = {
  name: 'merge-texts',
  resolveId: (id) => (id.startsWith('virtual:texts/') ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith('\0virtual:texts/')) return null
    const folder = at(`./contract/texts/${id.slice('\0virtual:texts/'.length)}/`)
    const files = readdirSync(folder).map((name): unknown => JSON.parse(readFileSync(`${folder}${name}`, 'utf8')))
    return `export const texts = JSON.parse(${JSON.stringify(JSON.stringify(Object.assign({}, ...files)))})`
  },
}

export default defineConfig({
  cacheDir: at('./.cache/vite'),
  test: {
    retry: 0,
    passWithNoTests: false,
    // Generous limits: they only end tests that hang, even on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          environment: 'node',
          isolate: false,
          include: ['*.test.ts', 'scripts/**/*.test.ts'],
          exclude,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['contract/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: [...exclude, '**/*.page.{,slow.}test.*'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // Also tests of the web's code against the server.
          include: ['server/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude,
          globalSetup: [at('./server/test/global-setup.ts')],
          pool: 'forks',
          // Server tests spend half their time waiting for a database or a socket, so a third worker fills two cores.
          maxWorkers: 3,
          // Each worker loads the product once instead of once per file.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        root: at('./web'),
        plugins: [react(), lazySchemas(), firstFonts(), cacheModules, mergeTexts],
        // A dependency discovered during a test would reload the page under the others.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'vitest-browser-react',
            'libphonenumber-js/min',
          ],
        },
        test: {
          name: 'page',
          // Page tests spend half their time waiting for the browser.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          // Each worker loads the app once instead of once per file; setup.ts clears what a test leaves.
          isolate: false,
          setupFiles: [at('./web/test/setup.ts')],
          include: ['**/*.page.{,slow.}test.{ts,tsx}'],
          exclude,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: await shellLaunch(),
              contextOptions: { reducedMotion: runsEverything ? 'no-preference' : 'reduce' },
            }),
            viewport: phone,
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
