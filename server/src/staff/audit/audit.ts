import { StaffRole } from '@saathi/contract/accounts/roles'
import { MAX_PAGE_SIZE } from '@saathi/contract/core/fields'
import { DAY_MS } from '@saathi/contract/core/time'
import { everyCall } from '@saathi/contract/every-call'
import { EXPORTED_ACTS, type StaffActRow } from '@saathi/contract/staff/audit-calls'
import { displayName, lookKindOf } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import type { StaffActs } from '#core/staff-acts.ts'
import { toCsv } from '#core/csv.ts'
import { type ActRow, countActs, findActors, findActs } from './store.ts'

type ActFilter = {
  staffId?: number | undefined
  personId?: number | undefined
  from?: string | undefined
  until?: string | undefined
  changesOnly: boolean
}

/** Days are those of India, and the last one is included. */
const dayStart = (day: string): Date => new Date(`${day}T00:00:00+05:30`)
const toQuery = ({ staffId, personId, from, until, changesOnly }: ActFilter) => ({
  staffId,
  personId,
  changesOnly,
  from: from === undefined ? undefined : dayStart(from),
  until: until === undefined ? undefined : new Date(dayStart(until).getTime() + DAY_MS),
})

const summaries = new Map(everyCall.map(({ method, path, summary }) => [`${method} ${path}`, summary]))

const nameOf = (firstName: string | null, lastName: string | null): string | null =>
  firstName === null || lastName === null ? null : displayName({ firstName, lastName })

const toRow = ({ at, call, ...row }: ActRow): StaffActRow => ({
  number: row.number,
  at: at.toISOString(),
  staffId: row.staffId,
  staffName: nameOf(row.staffFirstName, row.staffLastName),
  what: lookKindOf(call),
  // Commands on the server's own machine have no summary.
  summary: summaries.get(call) ?? call,
  personId: row.personId,
  personName: nameOf(row.personFirstName, row.personLastName),
  reason: row.reason,
  isRefused: row.isRefused,
  address: row.address,
})

export async function listActs({ db }: Ctx, { before, ...filter }: ActFilter & { before?: number | undefined }) {
  const rows = await findActs(db, { ...toQuery(filter), before: before ?? null, limit: MAX_PAGE_SIZE + 1 })
  const staff = await findActors(db, StaffRole.options)
  return {
    acts: rows.slice(0, MAX_PAGE_SIZE).map(toRow),
    hasMore: rows.length > MAX_PAGE_SIZE,
    staff: staff.map(({ id, ...name }) => ({ id, name: displayName(name) })),
  }
}

export async function exportActs({ db }: Ctx, filter: ActFilter) {
  const rows = await findActs(db, { ...toQuery(filter), before: null, limit: EXPORTED_ACTS + 1 })
  const acts = rows.slice(0, EXPORTED_ACTS).map(toRow)
  const head = ['number', 'at', 'staff id', 'staff', 'act', 'person id', 'person', 'reason', 'refused', 'address']
  const cells = acts.map((act) => [
    act.number,
    act.at,
    act.staffId,
    act.staffName,
    act.summary,
    act.personId,
    act.personName,
    act.reason,
    act.isRefused ? 'yes' : 'no',
    act.address,
  ])
  return { csv: toCsv([head, ...cells]), count: acts.length, isCut: rows.length > EXPORTED_ACTS }
}

const SHOWN_TAMPERED = 100

export async function checkActs({ db }: Ctx, staffActs: StaffActs) {
  const tampered = await staffActs.findTampered(db)
  return { count: await countActs(db), tampered: tampered.slice(0, SHOWN_TAMPERED) }
}
