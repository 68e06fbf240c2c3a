import type { Waiting } from '@saathi/contract/staff/console-calls'
import { Role } from '@saathi/contract/accounts/roles'
import { findCurrentRights } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { countWaiting } from './count-waiting.ts'
import { findColleague } from './digest-store.ts'

/** The colleague's waiting tasks, by their current rights; null if they have none any more. */
export async function findWaitingFor(ctx: ListenerCtx, personId: number) {
  const person = await findColleague(ctx.db, personId)
  const rights = (await findCurrentRights(ctx.db, ctx.now())).filter((right) => right.personId === personId)
  if (!person || rights.length === 0) return null
  // Only counts are computed; opening a task requires the second factor.
  const actor = {
    personId,
    sessionId: '',
    role: Role.parse(person.role),
    language: person.language,
    hasSecondFactor: true,
    rights,
  }
  const waiting: Waiting = await countWaiting({ ...ctx, actor })
  return { person, waiting }
}
