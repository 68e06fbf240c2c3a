import type { ImportFields } from '@saathi/contract/accounts/import-columns'
import type { ImportOutcome } from '@saathi/contract/accounts/import-calls'
import { indiaDate } from '@saathi/contract/core/india-day'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '#core/ctx.ts'
import { covers, type Scope } from '../can.ts'
import { roleIn } from '../sign-up/new-member.ts'
import { findProjects } from '../sign-up/store.ts'
import { checkFields, type ImportedPerson, type ImportFacts, type RowProblem } from './check-fields.ts'
import { type Account, findAccounts, findCohorts, findInstitutions, findLanguages } from './facts-store.ts'
import { planUpdate, type RowUpdate } from './plan-update.ts'

export type UncheckedRow = { number: number; fields: ImportFields; isLeftOut: boolean }
export type CheckedRow = UncheckedRow & {
  address: string | null
  outcome: ImportOutcome
  problems: RowProblem[]
  /** Only if an account can be created. */
  person: ImportedPerson | null
  /** Only if an account is to be changed. */
  update: RowUpdate | null
}

const BATCH = 500

export async function findFacts(
  { db, now }: { db: Db; now: () => Date },
  scope: Scope,
  { updatesExisting }: Pick<ImportFacts, 'updatesExisting'>,
): Promise<ImportFacts> {
  const institutions = await findInstitutions(db, indiaDate(now()))
  return {
    scope,
    updatesExisting,
    cohorts: await findCohorts(db),
    programmes: await findProjects(db),
    institutions: new Map(institutions.map((each) => [each.code, each])),
    languages: await findLanguages(db),
  }
}

/** In batches with pauses, so that other requests do not wait. Of several rows with one address the first counts. */
export async function checkRows(db: Db, facts: ImportFacts, rows: readonly UncheckedRow[]): Promise<CheckedRow[]> {
  const firstRows = new Map<string, number>()
  const checked: CheckedRow[] = []
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows
      .slice(at, at + BATCH)
      .map((row) => ({ ...row, ...checkFields(row.fields, facts), address: addressOf(row), update: null }))
    const accounts = await findAccounts(
      db,
      batch.flatMap(({ address }) => address ?? []),
    )
    for (const row of batch) {
      const { address, isLeftOut, number } = row
      if (address !== null && !isLeftOut && !firstRows.has(address)) firstRows.set(address, number)
      const first = address === null ? number : (firstRows.get(address) ?? number)
      const account = address === null ? undefined : accounts.get(address)
      checked.push(decide(row, { first, account, facts }))
    }
    await setImmediate()
  }
  return checked
}

/** The form in which addresses are compared, even if the row has other problems. */
export const addressOf = ({ fields }: { fields: ImportFields }): string | null => fields.email.trim().toLowerCase() || null

type Surroundings = { first: number; account: Account | undefined; facts: ImportFacts }

function decide(row: Omit<CheckedRow, 'outcome'>, { first, account, facts }: Surroundings): CheckedRow {
  const { scope, updatesExisting } = facts
  const skipped = { ...row, outcome: 'skipped' as const, person: null }
  if (row.isLeftOut) return skipped
  if (!row.person) return { ...row, outcome: 'refused' }
  const note = (problem: 'has_account' | 'same_as_row', hint: string | null) => [{ field: 'email' as const, problem, hint }]
  if (first !== row.number) return { ...skipped, problems: note('same_as_row', String(first)) }
  if (!account) return { ...row, outcome: 'create' }
  if (isSame(row.person, account, scope)) return { ...row, outcome: 'unchanged', person: null }
  const update = updatesExisting ? planUpdate(row.person, account, scope) : null
  if (update === 'joined') return { ...skipped, problems: [{ field: 'programme', problem: 'has_joined', hint: null }] }
  if (update) return { ...row, outcome: 'update', person: null, update }
  return { ...skipped, problems: note('has_account', null) }
}

/** Accounts of other programmes are never compared: the result would reveal their content. */
function isSame(person: ImportedPerson, account: Account, scope: Scope): boolean {
  return (
    covers(scope, account.projectId) &&
    account.projectId === person.programme.projectId &&
    (person.programme.cohortId === null || account.cohortId === person.programme.cohortId) &&
    account.role === roleIn(person.programme.groupType, person.role) &&
    account.firstName === person.firstName &&
    account.lastName === person.lastName &&
    account.languageCode === person.languageCode &&
    (person.phoneNumber === '' || account.phoneNumber === person.phoneNumber) &&
    (person.institutionCode === null || account.institutionCode === person.institutionCode)
  )
}
