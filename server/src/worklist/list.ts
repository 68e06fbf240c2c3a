import { indiaDate } from '@saathi/contract/core/india-day'
import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import type { UrgentCase, WorkView } from '@saathi/contract/worklist/entities'
import type { WorkRule } from '@saathi/contract/worklist/rules'
import * as z from 'zod/mini'
import { can, displayName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import { visibleTo } from './access.ts'
import { findPlannedFor } from './contact-store.ts'
import { countCaseloads } from './hand-over-store.ts'
import * as store from './list-store.ts'
import { countWithoutContact, findColleagues, findWithoutContact } from './people-store.ts'
import { showItems, showPeople, showPlanned } from './show.ts'

type Query = { view: WorkView; rule?: WorkRule | undefined; programme?: number | undefined; after?: string | undefined }

const Cursor = z.tuple([z.enum(['mine', 'team', 'snoozed', 'done']), z.iso.datetime(), z.int()])
const FACES = 3
const MAX_COLLEAGUES = 500

const writeCursor = (view: WorkView, at: Date, id: number): string =>
  Buffer.from(JSON.stringify([view, at.toISOString(), id])).toString('base64url')

/** A cursor of another view would skip rows. */
function readCursor(view: WorkView, text: string): store.WorkCursor {
  const parsed = Cursor.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success || parsed.data[0] !== view) throw badInput('worklist.bad_cursor')
  return { at: new Date(parsed.data[1]), id: parsed.data[2] }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function listWork(ctx: Ctx, { view, rule, programme, after }: Query) {
  const now = ctx.now()
  const visible = await visibleTo(ctx)
  const query = { view, rule, programme, now, today: indiaDate(now) }
  const cursor = after === undefined ? null : readCursor(view, after)
  // Fetch one more than is shown, to know whether there are more.
  const found = await store.findItems(ctx.db, visible, query, cursor, MAX_PAGE_SIZE + 1)
  const page = found.slice(0, MAX_PAGE_SIZE)
  const last = found.length > MAX_PAGE_SIZE ? page.at(-1) : undefined
  const counts = await store.countItems(ctx.db, visible, query)
  const byRule = await store.countByRule(ctx.db, visible, query)
  const contacts = await countWithoutContact(ctx.db, visible, now)
  const without = contacts.without === 0 ? [] : await findWithoutContact(ctx.db, visible, now, FACES)
  return {
    items: await showItems(ctx, page),
    total: rule === undefined ? counts[view] : (byRule.find((each) => each.rule === rule)?.count ?? 0),
    next: last ? writeCursor(view, (view === 'done' ? last.closedAt : null) ?? last.dueAt, last.id) : null,
    counts,
    byRule,
    urgent: await findUrgent(ctx),
    contacts: { ...contacts, people: await showPeople(ctx, without) },
    today: await showPlanned(ctx, await findPlannedFor(ctx.db, ctx.actor.personId, query.today)),
  }
}

async function findUrgent(ctx: Ctx): Promise<UrgentCase[]> {
  const cases: UrgentCase[] = []
  for (const domain of ctx.domains) cases.push(...((await domain.findUrgentCases?.(ctx)) ?? []))
  return cases.slice(0, 20)
}

/** Colleagues in the reader's programmes. Managers may hand over anybody's work; others only their own. */
export async function listColleagues(ctx: Ctx) {
  const visible = await visibleTo(ctx)
  const isNear = (projects: readonly number[] | null) => {
    if (projects === null || visible.programmes === 'all' || visible.caseProgrammes === 'all') return true
    const own = new Set([...visible.programmes, ...visible.caseProgrammes])
    return projects.some((id) => own.has(id))
  }
  const current = (await findColleagues(ctx.db, ctx.now())).filter(({ projects }) => isNear(projects))
  const known = new Set(current.map(({ id }) => id))
  const mayAll = can(ctx.actor, 'staff.worklist_all')
  const caseloads = await countCaseloads(ctx.db, mayAll ? visible.programmes : visible.caseProgrammes)
  const former = mayAll ? caseloads.filter(({ id }) => !known.has(id)) : []
  const nothing = { pairs: 0, contacts: 0, rows: 0 }
  return {
    colleagues: [...current, ...former].slice(0, MAX_COLLEAGUES).map((person) => {
      const found = caseloads.find(({ id }) => id === person.id)
      const isSelf = person.id === ctx.actor.personId
      return {
        id: person.id,
        name: displayName(person),
        caseload: found && (mayAll || isSelf) ? { pairs: found.pairs, contacts: found.contacts, rows: found.rows } : nothing,
        hasLeft: !known.has(person.id),
        canHandOver: mayAll || isSelf,
      }
    }),
  }
}

/** For the menu: the rows of the reader's own list. */
export async function countOwn(ctx: Ctx): Promise<number> {
  const query = { view: 'mine', rule: undefined, programme: undefined, now: ctx.now(), today: indiaDate(ctx.now()) } as const
  return (await store.countItems(ctx.db, await visibleTo(ctx), query)).mine
}
