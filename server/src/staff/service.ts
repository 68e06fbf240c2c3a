import type { ProgrammeName, Waiting } from '@saathi/contract/staff/console-calls'
import { can, findCurrentRights, findProjects, staffActions } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'

export async function getConsole(ctx: Ctx) {
  const { personId, rights } = ctx.actor
  const isEverywhere = rights.some(({ projectId }) => projectId === null)
  const own = new Set(rights.flatMap(({ projectId }) => projectId ?? []))
  const programmes = (await findProjects(ctx.db)).filter(({ id }) => isEverywhere || own.has(id))
  const waiting: Waiting = { help: 0, screening: 0, matching: 0, resets: 0, safety: 0 }
  for (const domain of ctx.domains) await domain.addWaiting?.(ctx, waiting)
  const current = await findCurrentRights(ctx.db, ctx.now())
  return {
    rights: current
      .filter((right) => right.personId === personId)
      .map(({ role, projectId, until }) => ({ role, projectId, until: until?.toISOString() ?? null })),
    programmes: programmes.map(({ id, key, name, isDisabled }): ProgrammeName => ({ id, key, name, isDisabled })),
    actions: staffActions.filter((action) => can(ctx.actor, action)),
    waiting,
  }
}
