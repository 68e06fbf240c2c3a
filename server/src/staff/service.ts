import { can, findCurrentRights, findProjects, staffActions } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { countWaiting } from './waiting/count-waiting.ts'

export async function getConsole(ctx: Ctx) {
  const { personId, rights } = ctx.actor
  const isEverywhere = rights.some(({ projectId }) => projectId === null)
  const own = new Set(rights.flatMap(({ projectId }) => projectId ?? []))
  const programmes = (await findProjects(ctx.db)).filter(({ id }) => isEverywhere || own.has(id))
  const waiting = await countWaiting(ctx)
  const current = await findCurrentRights(ctx.db, ctx.now())
  return {
    rights: current
      .filter((right) => right.personId === personId)
      .map(({ role, projectId, until }) => ({ role, projectId, until: until?.toISOString() ?? null })),
    programmes: programmes.map(({ id, key, name, isDisabled, languages }) => ({ id, key, name, isDisabled, languages })),
    actions: staffActions.filter((action) => can(ctx.actor, action)),
    waiting,
  }
}
