import type { CallInput } from '@saathi/contract/core/call'
import * as calls from '@saathi/contract/worklist/nudge-calls'
import type { NudgeTrigger } from '@saathi/contract/worklist/nudges'
import { pino } from 'pino'
import { inTransaction } from '#core/ctx.ts'
import { planProgramme } from '#worklist/nudges/jobs.ts'
import { sendBatch } from '#worklist/nudges/send.ts'
import type { TestServer } from './harness.ts'
import { markSecondFactor } from './matrix/second-factor.ts'
import { dayIn } from './worklist.ts'

const log = pino({ level: 'silent' })

export type PlanChange = CallInput<typeof calls.setNudgePlan>['body']
export const planChange = (changes: Partial<PlanChange> = {}): PlanChange => ({
  isOn: true,
  afterDays: 5,
  againDays: null,
  times: 1,
  perDay: 100,
  texts: [],
  version: 0,
  seen: 500,
  ...changes,
})

export const setPlan = (
  server: TestServer,
  by: number | null,
  programmeId: number,
  trigger: NudgeTrigger,
  change = planChange(),
) => server.ask(by, calls.setNudgePlan, { params: { programmeId, trigger }, body: change })

/** What the job of the morning does, for one programme. */
export const planFor = (server: TestServer, programmeId: number, inDays = 1): Promise<void> =>
  inTransaction(server.app.world, log, (ctx) => planProgramme(ctx, programmeId, dayIn(server, inDays)))

/** Everything of today, as the jobs of the day would. */
export const sendAll = (server: TestServer): Promise<void> =>
  inTransaction(server.app.world, log, async (ctx) => {
    for (let after: number | null = 0; after !== null;) after = await sendBatch(ctx, after)
  })

/** To eleven in the morning in India, so many days later; second factors last only hours. */
export async function toMorning(server: TestServer, days: number, staff: readonly number[] = []): Promise<void> {
  const morning = new Date(`${dayIn(server, days)}T05:30:00Z`)
  server.clock.advance((morning.getTime() - server.clock.now().getTime()) / 1000)
  for (const id of staff) await markSecondFactor(server, id)
}

export const nudgesOf = async (server: TestServer, by: number) => (await server.ask(by, calls.listNudges, { query: {} })).body
