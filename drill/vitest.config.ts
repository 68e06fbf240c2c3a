import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Proofs that run inside their own test server, with the builders, the matrix and the fuzzer of the tests. */
export default defineConfig({
  root: at('..'),
  cacheDir: at('../.cache/vite-drill'),
  test: {
    include: ['drill/inside/*.drill.ts'],
    globalSetup: [at('../server/test/global-setup.ts')],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 0,
    hookTimeout: 120_000,
    retry: 0,
    provide: { drill: JSON.parse(process.env['SAATHI_DRILL'] ?? '{}') },
  },
})
