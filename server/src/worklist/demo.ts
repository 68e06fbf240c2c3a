import { indiaDate } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { ListenerCtx } from '#core/ctx.ts'
import { insertFirstContacts } from './contact-store.ts'
import { findAllFirstContacts } from './facts-store.ts'
import { nightJob } from './jobs.ts'

/** Some contacts are due today, most lie ahead, and pairs without a coordinator have none. */
const FIRST_DAYS_FROM_NOW = -2
const SPREAD_DAYS = 12

/** The list of the demo fills like any other: by the pass of the night. */
export async function planDemoWork(ctx: ListenerCtx): Promise<void> {
  const people = await findAllFirstContacts(ctx.db)
  const planned = people.map((person, at) => {
    const days = FIRST_DAYS_FROM_NOW + ((at * 5) % SPREAD_DAYS)
    return { ...person, day: indiaDate(new Date(ctx.now().getTime() + days * DAY_MS)) }
  })
  await insertFirstContacts(ctx.db, planned, ctx.now())
  await ctx.enqueue(nightJob, {})
}
