import { randomUUID } from 'node:crypto'
import { indiaDate } from '@saathi/contract/core/india-day'
import { DAY_MS } from '@saathi/contract/core/time'
import { pino } from 'pino'
import { inTransaction, type ListenerCtx } from '#core/ctx.ts'
import { reviewDecisions, reviewPairs, reviewPeople } from '#worklist/review.ts'
import { buildChannel } from './chat-channels.ts'
import type { TestServer } from './harness.ts'
import { markSecondFactor } from './matrix/second-factor.ts'
import { buildStaffOf } from './staff-rights.ts'

const log = pino({ level: 'silent' })

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS)
export const dayIn = ({ clock }: Pick<TestServer, 'clock'>, days: number): string => indiaDate(daysFrom(clock.now(), days))

/** A pair that started so many days ago, with a coordinator and a manager of its programme. */
export async function buildLookedAfter(server: TestServer, { daysAgo = 0 } = {}) {
  const startedAt = daysFrom(server.clock.now(), -daysAgo)
  const pair = await buildChannel(server, { withPairManager: true, startedAt })
  const coordinator = pair.pairManagerId ?? 0
  await markSecondFactor(server, coordinator)
  const manager = await buildStaffOf(server, 'ProgramManager', pair.projectId)
  const [menteeId = 0] = pair.menteeIds
  return { ...pair, coordinator, manager, menteeId }
}

const inside = <T>(server: TestServer, work: (ctx: ListenerCtx) => Promise<T>): Promise<T> =>
  inTransaction(server.app.world, log, work)

/** What the job does after an event or at night. */
export const review = (server: TestServer, { pairs = [], people = [] }: { pairs?: number[]; people?: number[] } = {}) =>
  inside(server, async (ctx) => {
    await reviewPairs(ctx, pairs)
    await reviewPeople(ctx, people)
    await reviewDecisions(ctx)
  })

/** A call in which these people were together, in the past. */
export async function plantCall(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  {
    channelId,
    personIds,
    minutes,
    daysAgo,
  }: { channelId: number; personIds: readonly number[]; minutes: number; daysAgo: number },
): Promise<void> {
  const joined_at = daysFrom(clock.now(), -daysAgo)
  const left_at = new Date(joined_at.getTime() + minutes * 60_000)
  const [id, sign_in_id] = [randomUUID(), randomUUID()]
  await db.insertInto('video_room').values({ id, channel_id: channelId, created_at: joined_at, closed_at: left_at }).execute()
  const stays = personIds.map((person_id, at) => ({
    id: randomUUID(),
    room_id: id,
    person_id,
    sign_in_id,
    slot: at + 1,
    join_order: at + 1,
    joined_at,
    seen_at: left_at,
    left_at,
    left_reason: 'left',
  }))
  await db.insertInto('video_participant').values(stays).execute()
}
