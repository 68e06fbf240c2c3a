import type { Status } from '@saathi/contract/accounts/entities'
import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { RawBuilder } from 'kysely'
import type { Domain } from '#core/domain.ts'
import { can } from './can.ts'
import type { Google } from './google/keys.ts'
import { accountsJobs } from './jobs.ts'
import { accountsRoutes } from './routes.ts'
import { listResets } from './second-factor/recovery.ts'
import { tokenMaker } from './tokens.ts'

/**
 * `find` is a scalar subquery that returns JSON: every page loads the profile, so one statement reads all parts. `add` gets what it
 * found, after the flags of the person.
 */
type StatusPart = { find: RawBuilder<unknown>; add: (found: unknown, status: Status) => void }

declare module '#core/ctx.ts' {
  interface DomainHooks {
    /** The domain's part of the status in a profile. */
    statusPart: (ctx: Ctx) => StatusPart
    /** Adds the facts from which the next step is decided. */
    addNextFacts: (ctx: Ctx, facts: NextFacts) => Promise<void>
  }
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    google: Google | null
  }
}

export const accounts: Domain = {
  name: 'accounts',
  routes: (app, { env, clock, limits, files, engines }) =>
    accountsRoutes(app, { env, tokens: tokenMaker(env.secret, clock), limits, files, google: engines.google }),
  jobs: accountsJobs,
  addWaiting: async (ctx, waiting) => {
    if (!can(ctx.actor, 'staff.resets')) return
    const { resets } = await listResets(ctx)
    waiting.resets = resets.filter(({ canApprove }) => canApprove).length
  },
}
