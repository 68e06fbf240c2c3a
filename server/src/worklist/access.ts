import { can, scopeOf, type Scope } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, notFound } from '#core/errors.ts'
import { findCaseload, findItem, type ItemRow } from './list-store.ts'
import { findColleagues, findVisiblePeople } from './people-store.ts'
import type { Visible } from './scope.ts'

type Reader = Pick<Ctx, 'db' | 'actor'>

export async function visibleTo({ db, actor }: Reader): Promise<Visible> {
  const programmes = scopeOf(actor, 'staff.worklist_all')
  const none: Scope = new Set<number>()
  const caseProgrammes = can(actor, 'staff.caseload') ? scopeOf(actor, 'staff.caseload') : none
  const hasCaseload = caseProgrammes === 'all' || caseProgrammes.size > 0
  const caseload = hasCaseload ? await findCaseload(db, actor.personId, caseProgrammes) : { mentorshipIds: [], personIds: [] }
  return { programmes, caseProgrammes, ...caseload, readerId: actor.personId }
}

export async function requireItem(ctx: Reader, id: number): Promise<ItemRow> {
  const item = await findItem(ctx.db, await visibleTo(ctx), id)
  if (!item) throw notFound('worklist.item_not_found')
  return item
}

/** The members and mentors with these ids and their programmes. Refuses if the reader does not look after one of them. */
export async function requirePeople(ctx: Reader, ids: readonly number[]) {
  const found = await findVisiblePeople(ctx.db, await visibleTo(ctx), ids)
  if (found.length < new Set(ids).size) throw notFound('worklist.person_not_found')
  return found
}

/** Requires a colleague who may currently do this work in the programme. */
export async function requireColleague({ db, now }: Pick<Ctx, 'db' | 'now'>, id: number, projectIds: readonly number[]) {
  const [found] = await findColleagues(db, now(), id)
  const fits = found && projectIds.every((projectId) => found.projects === null || found.projects.includes(projectId))
  if (!found || !fits) throw badInput('worklist.colleague_cannot')
  return found
}
