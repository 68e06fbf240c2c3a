import type { SafetyNumbers } from '@saathi/contract/safety/case-entities'
import { can } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { findPeople } from './person-store.ts'
import { showNumbers } from './show-case.ts'
import { findNumbers, hasProgramme, saveNumbers } from './work-store.ts'

async function requireProgramme({ db, actor }: Ctx, projectId: number): Promise<void> {
  if (!can(actor, 'staff.safety', projectId) || !(await hasProgramme(db, projectId))) throw notFound('safety.programme_not_found')
}

export async function getNumbers(ctx: Ctx, projectId: number): Promise<SafetyNumbers> {
  await requireProgramme(ctx, projectId)
  const numbers = await findNumbers(ctx.db, projectId)
  return showNumbers(numbers, await findPeople(ctx.db, [numbers?.checkedBy ?? 0]))
}

export async function setNumbers(
  ctx: Ctx,
  projectId: number,
  numbers: Pick<SafetyNumbers, 'headName' | 'policeName' | 'policeNumber'>,
): Promise<SafetyNumbers> {
  await requireProgramme(ctx, projectId)
  await saveNumbers(ctx.db, projectId, { ...numbers, checkedBy: ctx.actor.personId, checkedAt: ctx.now() })
  return getNumbers(ctx, projectId)
}
