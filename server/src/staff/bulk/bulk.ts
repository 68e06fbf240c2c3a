import type { Permission } from '@saathi/contract/accounts/entities'
import { Role } from '@saathi/contract/accounts/roles'
import * as calls from '@saathi/contract/staff/bulk-calls'
import type { BulkAct, BulkFeature, BulkKind, BulkPart } from '@saathi/contract/staff/bulk-calls'
import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import { displayName, scopeOf, wordStartsIn } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import type { Stage } from '@saathi/contract/staff/people-calls'
import { visibleTo } from '../people/people.ts'
import { planFor } from './act.ts'
import { insertChosen, insertFiltered } from './choice-store.ts'
import { runBulkActJob } from './job.ts'
import * as store from './store.ts'

type Filter = {
  search?: string | undefined
  role?: Role | undefined
  programme?: number | undefined
  stage?: Stage | undefined
  mail?: 'refused' | undefined
  readAt: string
}
type BulkActRequest = {
  kind: BulkKind
  feature?: BulkFeature | undefined
  permission?: Permission | undefined
  reason: string
  personIds?: readonly number[] | undefined
  filter?: Filter | undefined
}

/** Fixes the list of people. Nothing is done to them until it is started. */
export async function prepareBulkAct(
  ctx: Ctx,
  { reason, personIds, filter, ...choice }: BulkActRequest,
  ip: string,
): Promise<BulkAct> {
  const isFeature = choice.kind === 'feature'
  const { feature = null, permission = null } = isFeature ? choice : {}
  if (isFeature && (feature === null || permission === null)) throw badInput('staff.bulk_incomplete')
  const act = { kind: choice.kind, feature, permission }
  const origin = { madeBy: ctx.actor.personId, madeAt: ctx.now(), ip }
  const id = await store.insertBulkAct(ctx.db, { ...act, ...origin, reason, isFiltered: filter !== undefined })
  const plan = planFor(ctx.actor, act)
  const visible = visibleTo(ctx)
  if (filter) {
    const { search = '', role, programme, stage, mail, readAt } = filter
    const query = { words: wordStartsIn(search), role, programme, stage, mail }
    await insertFiltered(ctx.db, id, { visible, query, readAt: new Date(readAt) }, plan)
  } else if (personIds) {
    await insertChosen(ctx.db, id, visible, personIds, plan)
  }
  const [first] = await store.countBulkPeople(ctx.db, [id])
  if (!first) throw badInput('staff.bulk_nobody')
  return showOne(ctx, id)
}

/** Only the person who prepared an act starts it: it runs under their rights. */
export async function startBulkAct(ctx: Ctx, id: number): Promise<BulkAct> {
  await requireBulkAct(ctx, id)
  const act = await store.lockBulkAct(ctx.db, id)
  if (act?.madeBy !== ctx.actor.personId) throw notFound('staff.bulk_not_found')
  if (act.state !== 'draft') throw conflict('staff.bulk_started')
  const { waitingCount } = await showOne(ctx, id)
  if (waitingCount === 0) throw badInput('staff.bulk_nobody')
  const startsAt = new Date(ctx.now().getTime() + (calls.isMailed(act.kind) ? calls.BULK_WAIT_MS : 0))
  await store.updateBulkState(ctx.db, id, { state: 'waiting', startsAt })
  await ctx.enqueue(runBulkActJob, { bulkActId: id }, { runAt: startsAt })
  return showOne(ctx, id)
}

export async function stopBulkAct(ctx: Ctx, id: number): Promise<BulkAct> {
  await requireBulkAct(ctx, id)
  const act = await store.lockBulkAct(ctx.db, id)
  if (act?.state !== 'waiting' && act?.state !== 'running') throw conflict('staff.bulk_over')
  await store.updateBulkState(ctx.db, id, { state: 'stopped', endedAt: ctx.now(), stoppedBy: ctx.actor.personId })
  return showOne(ctx, id)
}

export async function getBulkAct(ctx: Ctx, id: number): Promise<BulkAct> {
  await requireBulkAct(ctx, id)
  return showOne(ctx, id)
}

export async function listBulkActs(ctx: Ctx, before: number | null) {
  const rows = await store.findBulkActs(ctx.db, visibleActs(ctx), before, MAX_PAGE_SIZE + 1)
  return { acts: await show(ctx, rows.slice(0, MAX_PAGE_SIZE)), hasMore: rows.length > MAX_PAGE_SIZE }
}

export async function listBulkPeople(ctx: Ctx, id: number, part: BulkPart, after = 0) {
  await requireBulkAct(ctx, id)
  const rows = await store.findBulkPeople(ctx.db, id, { part, after, limit: MAX_PAGE_SIZE + 1 })
  const people = rows.slice(0, MAX_PAGE_SIZE).map(({ id: personId, role, why, ...name }) => ({
    id: personId,
    name: displayName(name),
    role: Role.parse(role),
    why,
  }))
  return { people, hasMore: rows.length > MAX_PAGE_SIZE }
}

/** People see their own acts; with a right in all programmes, everybody's. */
const visibleActs = ({ actor }: Ctx) => ({ madeBy: scopeOf(actor, 'staff.people') === 'all' ? null : actor.personId })

async function requireBulkAct(ctx: Ctx, id: number): Promise<void> {
  if (!(await store.findBulkAct(ctx.db, id, visibleActs(ctx)))) throw notFound('staff.bulk_not_found')
}

async function showOne(ctx: Ctx, id: number): Promise<BulkAct> {
  const row = await store.findBulkAct(ctx.db, id, { madeBy: null })
  const [shown] = await show(ctx, row ? [row] : [])
  if (!shown) throw notFound('staff.bulk_not_found')
  return shown
}

const nameOf = (firstName: string | null, lastName: string | null): string | null =>
  firstName === null || lastName === null ? null : displayName({ firstName, lastName })

async function show({ db }: Ctx, rows: readonly store.BulkActRow[]): Promise<BulkAct[]> {
  const counts = Map.groupBy(
    await store.countBulkPeople(
      db,
      rows.map(({ id }) => id),
    ),
    ({ id }) => id,
  )
  return rows.map((row) => {
    const own = counts.get(row.id) ?? []
    return {
      id: row.id,
      kind: row.kind,
      feature: row.feature,
      permission: row.permission,
      reason: row.reason,
      isFiltered: row.isFiltered,
      madeBy: nameOf(row.makerFirstName, row.makerLastName),
      madeAt: row.madeAt.toISOString(),
      state: row.state,
      startsAt: row.startsAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      stoppedBy: nameOf(row.stopperFirstName, row.stopperLastName),
      isRightOver: row.isRightOver,
      waitingCount: own.find(({ outcome }) => outcome === null)?.count ?? 0,
      doneCount: own.find(({ outcome }) => outcome === 'done')?.count ?? 0,
      leftOut: own.flatMap(({ why, count }) => (why === null ? [] : [{ why, count }])),
    }
  })
}
