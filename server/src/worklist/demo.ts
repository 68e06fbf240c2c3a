import { usualNudgeDays } from '@saathi/contract/worklist/nudges'
import { indiaDate } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import type { ListenerCtx } from '#core/ctx.ts'
import { insertFirstContacts } from './contact-store.ts'
import { findAllFirstContacts } from './facts-store.ts'
import { nightJob } from './jobs.ts'
import { planProgrammeJob } from './nudges/jobs.ts'
import { findProgrammesWithPairs, savePlan } from './nudges/plans-store.ts'
import { dayFrom } from './nudges/select.ts'

/** Some contacts are due today, most are later; pairs without a coordinator have none. */
const FIRST_DAYS_FROM_NOW = -2
const SPREAD_DAYS = 12

/** Only contacts are planned here; the nightly job fills the list as usual. */
export async function planDemoWork(ctx: ListenerCtx): Promise<void> {
  const people = await findAllFirstContacts(ctx.db)
  const planned = people.map((person, at) => {
    const days = FIRST_DAYS_FROM_NOW + ((at * 5) % SPREAD_DAYS)
    return { ...person, day: indiaDate(new Date(ctx.now().getTime() + days * DAY_MS)) }
  })
  await insertFirstContacts(ctx.db, planned, ctx.now())
  await planDemoNudges(ctx)
  await ctx.enqueue(nightJob, {})
}

/** Two plans are on, so that tomorrow shows whom they reach. */
async function planDemoNudges(ctx: ListenerCtx): Promise<void> {
  const on = dayFrom(ctx.now(), 1)
  for (const programmeId of await findProgrammesWithPairs(ctx.db)) {
    for (const trigger of ['no_first_meeting', 'session_overdue'] as const) {
      const afterDays = usualNudgeDays[trigger]
      const setting = { isOn: true, afterDays, againDays: null, times: 1, perDay: 20, texts: [], version: 0 }
      await savePlan(ctx.db, { ...setting, projectId: programmeId, trigger, by: null, now: ctx.now() })
    }
    await ctx.enqueue(planProgrammeJob, { programmeId, on })
  }
}
