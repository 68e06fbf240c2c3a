import type { PrivateServer } from '../scripts/private-server.ts'
import { withServer, test as base } from './world.ts'

/** For tests that change shared state (maintenance, a person's landing page): a server that no other test uses. */
export const test = base.extend<object, { own: PrivateServer }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright insists on a destructured first argument
    async ({}, use) => withServer(use),
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ own }, use) => use(own.url),
})
