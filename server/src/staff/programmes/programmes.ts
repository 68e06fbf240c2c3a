import { indiaDate } from '@saathi/contract/core/india-day'
import { GroupType } from '@saathi/contract/mentorship/entities'
import type { InstitutionCode, Programme } from '@saathi/contract/staff/programme-calls'
import { can, displayName, findCurrentRights, findStaffAccounts, openCohorts, scopeOf } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { describePlan } from './describe-plan.ts'
import * as store from './store.ts'
import { basicsPart, codePart, cohortPart, schedulePart, versionOf } from './version.ts'

const ACTION = 'staff.programmes'

export async function listProgrammes(ctx: Ctx) {
  const rows = await store.findProgrammes(ctx.db, scopeOf(ctx.actor, ACTION))
  const today = indiaDate(ctx.now())
  const programmes = []
  for (const row of rows) {
    const cohort = (await openCohorts(ctx.db, row.id, today).executeTakeFirst())?.name ?? null
    programmes.push({
      ...row,
      groupType: GroupType.parse(row.groupType),
      people: row.people ?? 0,
      mentorships: row.mentorships ?? 0,
      cohort,
    })
  }
  return { programmes, mayCreate: mayCreate(ctx) }
}

/** A new programme belongs to nobody yet, so that only people with a right in all programmes may create one. */
export const mayCreate = ({ actor }: Pick<Ctx, 'actor'>): boolean => can(actor, ACTION, null)

/** Programmes outside the actor's scope get the same reply as unknown ids. */
function requireRight({ actor }: Pick<Ctx, 'actor'>, programmeId: number): void {
  if (!can(actor, ACTION, programmeId)) throw notFound('staff.programme_not_found')
}

/** For changes: locked, so that they run one after the other. */
export async function requireProgramme(ctx: Ctx, id: number) {
  requireRight(ctx, id)
  const programme = await store.findProgrammeForUpdate(ctx.db, id)
  if (!programme) throw notFound('staff.programme_not_found')
  return programme
}

export async function getProgramme(ctx: Ctx, id: number): Promise<Programme> {
  requireRight(ctx, id)
  const { db } = ctx
  const row = await store.findProgramme(db, id)
  if (!row) throw notFound('staff.programme_not_found')
  const basics = store.basicsOf(row)
  const today = indiaDate(ctx.now())
  const cohorts = await store.findCohorts(db, id)
  const schedule = await store.findSchedule(db, id, ctx.actor.language)
  const { plan, hasPlan, version } = await describePlan(ctx, id)
  return {
    ...basics,
    id,
    key: row.key,
    groupType: GroupType.parse(basics.groupType),
    cohorts: cohorts.map((cohort) => ({
      ...cohort,
      people: cohort.people ?? 0,
      mentorships: cohort.mentorships ?? 0,
      version: versionOf(cohortPart(cohort)),
    })),
    openCohortId: (await openCohorts(db, id, today).executeTakeFirst())?.id ?? null,
    codes: (await store.findCodes(db, id)).map((code) => describeCode({ ...code, used: code.used ?? 0 }, today)),
    schedule,
    sessions: await store.findSessionChoices(db, id, ctx.actor.language),
    plan,
    hasPlan,
    team: await describeTeam(ctx, id),
    counts: await store.countReached(db, id),
    today,
    versions: { basics: versionOf(basicsPart(basics)), schedule: versionOf(schedulePart(schedule)), plan: version },
  }
}

function describeCode(code: Omit<InstitutionCode, 'state' | 'version'>, today: string): InstitutionCode {
  const isEnded = code.endsOn !== null && code.endsOn < today
  const isFull = code.places !== null && code.used >= code.places
  const state = !code.isActive ? 'off' : isEnded ? 'ended' : isFull ? 'full' : 'open'
  return { ...code, state, version: versionOf(codePart(code)) }
}

async function describeTeam(ctx: Ctx, id: number): Promise<Programme['team']> {
  const rights = (await findCurrentRights(ctx.db, ctx.now())).filter(({ projectId }) => projectId === null || projectId === id)
  const people = new Map((await findStaffAccounts(ctx.db)).map((account) => [account.personId, account]))
  return rights.flatMap(({ personId, role, projectId, until }) => {
    const person = people.get(personId)
    const entry = { personId, role, isEverywhere: projectId === null, until: until?.toISOString() ?? null }
    return person ? [{ ...entry, name: displayName(person) }] : []
  })
}
