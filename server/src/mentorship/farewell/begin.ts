import { DAY_MS } from '@saathi/contract/core/time'
import { type EndingReason, FAREWELL_DAYS, type FarewellReason, type StaffFarewell } from '@saathi/contract/mentorship/farewell'
import * as z from 'zod/mini'
import type { Ctx, Db, ListenerCtx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { defineJob, withClockSlack } from '#core/jobs/define-job.ts'
import { lockMentorship } from '#learning/public.ts'
import { requireManaged } from '../access.ts'
import { endMentorship } from '../lifecycle.ts'
import { closeRequestsAnswered } from '../requests/requests.ts'
import { findMembers, findMentorship } from '../store.ts'
import { notifyFarewell, publishFarewell } from './notify.ts'
import * as store from './store.ts'

type Shown = { farewell: StaffFarewell | null }

/** Locked, so that if several people end the mentorship at once, the first one counts. */
async function lockManaged(ctx: Ctx, id: number): Promise<void> {
  await requireManaged(ctx, id)
  await lockMentorship(ctx.db, id)
}

export async function beginFarewell(ctx: Ctx, id: number, { why, note }: { why: EndingReason; note: string }): Promise<Shown> {
  await lockManaged(ctx, id)
  if ((await findMentorship(ctx.db, id))?.endedAt !== null) throw conflict('mentorship.over')
  if (why === 'unsafe') return endUnsafe(ctx, id, note)
  return begin(ctx, id, why)
}

/** Ends at once without a farewell. Last words written in a farewell in progress are not delivered. */
async function endUnsafe(ctx: Ctx, id: number, note: string): Promise<Shown> {
  if (note === '') throw badInput('mentorship.words_missing', { text: 'refusal.mentorship.words_missing.desk' })
  const open = await store.findFarewell(ctx.db, id)
  if (open) await store.updateCancelled(ctx.db, open.id, ctx.now())
  const members = (await findMembers(ctx.db, [id])).filter(({ leftAt }) => leftAt === null)
  await endMentorship(ctx, id, { isUnsafe: true })
  const people = members.flatMap(({ personId, part }) => (part === 'pair_manager' ? [] : [{ personId, part }]))
  await ctx.raise({ type: 'mentorship.ended_unsafe', mentorshipId: id, people, note, byId: ctx.actor.personId })
  return { farewell: null }
}

async function begin(ctx: Ctx, id: number, reason: FarewellReason): Promise<Shown> {
  const begunAt = ctx.now()
  const closesAt = new Date(begunAt.getTime() + FAREWELL_DAYS * DAY_MS)
  const begunBy = ctx.actor.personId
  const made = { mentorshipId: id, reason, begunBy, begunAt, closesAt, closedAt: null }
  const farewellId = await store.insertFarewell(ctx.db, made)
  if (farewellId === null) throw conflict('mentorship.farewell_open')
  await closeRequestsAnswered(ctx, id, 'end')
  await enqueueClosing(ctx, { mentorshipId: id, farewellId }, closesAt)
  await notifyFarewell(ctx, { id: farewellId, ...made }, 'farewellBegun')
  return announce(ctx, id)
}

/** Deletes the last words that were written. */
export async function cancelFarewell(ctx: Ctx, id: number): Promise<Shown> {
  await lockManaged(ctx, id)
  const open = await store.findFarewell(ctx.db, id)
  if (open?.closedAt !== null) throw notFound('mentorship.farewell_not_found')
  await store.updateCancelled(ctx.db, open.id, ctx.now())
  await notifyFarewell(ctx, open, 'farewellCancelled')
  return announce(ctx, id)
}

async function announce(ctx: Ctx, id: number): Promise<Shown> {
  await publishFarewell(ctx, id)
  await ctx.raise({ type: 'mentorship.course_changed', mentorshipId: id })
  return { farewell: await describeFarewell(ctx.db, id) }
}

export async function describeFarewell(db: Db, mentorshipId: number): Promise<StaffFarewell | null> {
  const farewell = await store.findFarewell(db, mentorshipId)
  if (!farewell) return null
  const { id, reason, begunAt, closesAt, closedAt } = farewell
  return {
    reason,
    begunAt: begunAt.toISOString(),
    closesAt: closesAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    writtenBy: (await store.findWords(db, id)).map(({ personId }) => personId),
  }
}

/** Does nothing if the farewell was cancelled, or the mentorship has ended for another reason. */
const closeFarewellJob = defineJob({
  name: 'mentorship.close_farewell',
  payload: z.strictObject({ mentorshipId: z.int(), farewellId: z.int() }),
  retry: { limit: 50, delaySeconds: 5, backoff: true, maxDelaySeconds: 300 },
  timeoutSeconds: 30,
  work: (ctx, ref) => closeFarewell(ctx, ref),
})

type ClosingRef = { mentorshipId: number; farewellId: number }

export const enqueueClosing = (ctx: Pick<ListenerCtx, 'enqueue'>, ref: ClosingRef, closesAt: Date): Promise<void> =>
  ctx.enqueue(closeFarewellJob, ref, { runAt: withClockSlack(closesAt) })

async function closeFarewell(ctx: ListenerCtx, { mentorshipId, farewellId }: ClosingRef): Promise<void> {
  await lockMentorship(ctx.db, mentorshipId)
  const open = await store.findFarewell(ctx.db, mentorshipId)
  if (open?.id === farewellId && open.closedAt === null) await endMentorship(ctx, mentorshipId)
}

export const farewellJobs = [closeFarewellJob]
