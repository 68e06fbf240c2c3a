import type { PrivateServer } from '../scripts/private-server.ts'
import { lendServer, test as base } from './world.ts'

/** For tests that change what others look at (a closed product, a person's landing): a server that nobody else uses. */
export const test = base.extend<object, { own: PrivateServer }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first argument
    async ({}, use) => lendServer(use),
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
})
