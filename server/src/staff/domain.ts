import { getConsole, getStaffTexts } from '@saathi/contract/staff/console-calls'
import type { Waiting } from '@saathi/contract/staff/console-calls'
import type { Domain } from '#core/domain.ts'
import { serve } from '#core/serve.ts'
import { staffDictionary } from '#core/texts.ts'
import * as service from './service.ts'

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** Adds what waits for the reader in the domain, as far as they may act on it. */
    addWaiting: (ctx: Ctx, waiting: Waiting) => Promise<void>
  }
}

export const staff: Domain = {
  name: 'staff',
  routes: async (app) => {
    serve(app, getStaffTexts, async (_ctx, { query }) => ({ translations: staffDictionary(query.languageCode) }))
    serve(app, getConsole, (ctx) => service.getConsole(ctx))
  },
}
