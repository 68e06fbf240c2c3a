import type { Programme } from '@saathi/contract/staff/programme-calls'
import type { Ctx } from '#core/ctx.ts'
import { badInput, conflict, notFound } from '#core/errors.ts'
import * as store from './changes-store.ts'
import { getProgramme, requireProgramme } from './programmes.ts'
import { findCodes, findCohorts } from './store.ts'
import { codePart, cohortPart, requireVersion } from './version.ts'

const MAX_COHORTS = 100
const MAX_CODES = 500

function requireDates({ signUpFrom, startsOn, endsOn }: store.CohortBody): void {
  if (signUpFrom > startsOn || startsOn >= endsOn) throw badInput('staff.cohort_dates')
}

export async function addCohort(ctx: Ctx, id: number, cohort: store.CohortBody): Promise<Programme> {
  await requireProgramme(ctx, id)
  requireDates(cohort)
  const cohorts = await findCohorts(ctx.db, id)
  if (cohorts.some(({ name }) => name === cohort.name)) throw conflict('staff.cohort_name_taken')
  if (cohorts.length >= MAX_COHORTS) throw conflict('staff.too_many')
  await store.insertCohorts(ctx.db, id, [cohort])
  return getProgramme(ctx, id)
}

type Versioned<Body> = Body & { version: string }
type OfCohort = { programmeId: number; cohortId: number }

async function requireCohort(ctx: Ctx, { programmeId, cohortId }: OfCohort) {
  await requireProgramme(ctx, programmeId)
  const cohorts = await findCohorts(ctx.db, programmeId)
  const cohort = cohorts.find((each) => each.id === cohortId)
  if (!cohort) throw notFound('staff.cohort_not_found')
  return { cohort, others: cohorts.filter((each) => each !== cohort) }
}

export async function changeCohort(ctx: Ctx, of: OfCohort, changed: Versioned<store.CohortBody>): Promise<Programme> {
  const { cohort, others } = await requireCohort(ctx, of)
  requireVersion(changed.version, cohortPart(cohort), cohortPart(changed))
  requireDates(changed)
  if (others.some(({ name }) => name === changed.name)) throw conflict('staff.cohort_name_taken')
  await store.updateCohort(ctx.db, of.cohortId, changed)
  return getProgramme(ctx, of.programmeId)
}

export async function deleteCohort(ctx: Ctx, of: OfCohort): Promise<Programme> {
  await requireProgramme(ctx, of.programmeId)
  await store.lockCohort(ctx.db, of.cohortId)
  const { cohort } = await requireCohort(ctx, of)
  const codes = await findCodes(ctx.db, of.programmeId)
  if ((cohort.people ?? 0) > 0 || codes.some(({ cohortId }) => cohortId === of.cohortId)) throw conflict('staff.cohort_in_use')
  await store.deleteCohort(ctx.db, of.cohortId)
  return getProgramme(ctx, of.programmeId)
}

async function requireOwnCohort(ctx: Ctx, programmeId: number, cohortId: number | null): Promise<void> {
  if (cohortId === null) return
  if (!(await findCohorts(ctx.db, programmeId)).some(({ id }) => id === cohortId)) throw notFound('staff.cohort_not_found')
}

export async function addCode(ctx: Ctx, id: number, { code, ...body }: store.CodeBody & { code: string }): Promise<Programme> {
  await requireProgramme(ctx, id)
  await requireOwnCohort(ctx, id, body.cohortId)
  if ((await findCodes(ctx.db, id)).length >= MAX_CODES) throw conflict('staff.too_many')
  if (!(await store.insertCode(ctx.db, id, code, body))) throw conflict('staff.code_taken')
  return getProgramme(ctx, id)
}

export async function changeCode(ctx: Ctx, id: number, code: string, body: Versioned<store.CodeBody>): Promise<Programme> {
  await requireProgramme(ctx, id)
  const stored = (await findCodes(ctx.db, id)).find((each) => each.code === code)
  if (!stored) throw notFound('staff.code_not_found')
  requireVersion(body.version, codePart(stored), codePart(body))
  await requireOwnCohort(ctx, id, body.cohortId)
  await store.updateCode(ctx.db, code, body)
  return getProgramme(ctx, id)
}
