import type { Caseload } from '@saathi/contract/worklist/entities'
import { can, scopeOf, type Scope } from '#accounts/public.ts'
import type { Ctx, ListenerCtx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import { leaveMentorship, replacePairManager } from '#mentorship/public.ts'
import { requireColleague } from './access.ts'
import * as store from './hand-over-store.ts'
import { findColleagues } from './people-store.ts'
import { publishWorkChanged } from './publish.ts'

/** Managers hand over anybody's work in their programmes; others only their own. */
function scopeFor({ actor }: Ctx, from: number): Scope {
  if (can(actor, 'staff.worklist_all')) return scopeOf(actor, 'staff.worklist_all')
  if (from !== actor.personId) throw notFound('worklist.colleague_not_found')
  return scopeOf(actor, 'staff.worklist')
}

/** Pairs, contacts and rows in one transaction: all of them move, or nothing. */
export async function handOver(ctx: Ctx, { from, to }: { from: number; to: number }): Promise<{ moved: Caseload }> {
  const scope = scopeFor(ctx, from)
  if (from === to) throw badInput('worklist.to_oneself')
  const held = await store.countCaseloads(ctx.db, scope)
  const giver = await findColleagues(ctx.db, ctx.now(), from)
  if (!held.some(({ id }) => id === from) && giver.length === 0) throw notFound('worklist.colleague_not_found')
  const pairs = await store.findPairsToMove(ctx.db, { from, scope })
  const others = await store.findOtherProjects(ctx.db, { from, scope })
  const projectIds = [...new Set([...pairs.map(({ projectId }) => projectId), ...others])]
  if (projectIds.length === 0) throw conflict('worklist.nothing_to_hand_over')
  const receiver = await requireColleague(ctx, to, projectIds)
  const mayCoordinate = (projectId: number) =>
    receiver.isCoordinator && (receiver.coordinates === null || receiver.coordinates.includes(projectId))
  if (!pairs.every(({ projectId }) => mayCoordinate(projectId))) throw badInput('worklist.colleague_cannot')
  for (const { id } of pairs) await replacePairManager(ctx, id, { from, to })
  const contacts = await store.moveContacts(ctx.db, { from, to, scope })
  const rows = await store.moveItems(ctx.db, { from, to, scope })
  await publishWorkChanged(ctx, projectIds)
  return { moved: { pairs: pairs.length, contacts, rows } }
}

/** Work of colleagues who may no longer do it becomes unassigned, so that the team sees it. */
export async function releaseOfGone(ctx: ListenerCtx): Promise<void> {
  const { pairs, projectIds } = await store.releaseOfGone(ctx.db, ctx.now())
  for (const { id, personId } of pairs) await leaveMentorship(ctx, id, personId, { isGone: true })
  await publishWorkChanged(ctx, [...projectIds, ...pairs.map(({ projectId }) => projectId)])
}
