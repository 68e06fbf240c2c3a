import type { ListenerCtx } from '#core/ctx.ts'
import { notifyPerson } from '#notices/public.ts'
import { findMembers } from '../store.ts'
import type { FarewellRow } from './store.ts'

/** Sent as `security`, which cannot be switched off, because it is the last chance to say goodbye. */
export async function notifyFarewell(
  ctx: ListenerCtx,
  { id, mentorshipId, reason, closesAt }: FarewellRow,
  template: 'farewellBegun' | 'farewellCancelled',
): Promise<void> {
  const inside = (await findMembers(ctx.db, [mentorshipId])).filter(({ leftAt }) => leftAt === null)
  for (const { personId } of inside.filter(({ part }) => part !== 'pair_manager')) {
    const order = { personId, kind: 'security', onceKey: `${template} ${id}` } as const
    if (template === 'farewellCancelled') {
      await notifyPerson(ctx, { ...order, template, values: {}, link: `/mentorship?mentorship=${mentorshipId}` })
      continue
    }
    const values = { reason: { namesOf: [`farewell.reason.${reason}`] as const }, until: { dayOf: closesAt.toISOString() } }
    await notifyPerson(ctx, { ...order, template, values, link: `/mentorship/farewell/${mentorshipId}` })
  }
}

/** Notifies all current members, so that open pages refetch. */
export async function publishFarewell(ctx: ListenerCtx, mentorshipId: number): Promise<void> {
  const inside = (await findMembers(ctx.db, [mentorshipId])).filter(({ leftAt }) => leftAt === null)
  ctx.push({ to: inside.map(({ personId }) => personId), event: { type: 'mentorship.changed', mentorship: mentorshipId } })
}
