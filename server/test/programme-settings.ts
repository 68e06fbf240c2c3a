import { addPerson } from '@saathi/contract/accounts/staff-calls'
import * as calls from '@saathi/contract/staff/programme-calls'
import type { Call, CallInput } from '@saathi/contract/core/call'
import { randomUUID } from 'node:crypto'
import type { TestServer } from './harness.ts'
import { enterByLink, mailedLink, type Newcomer } from './newcomers.ts'

type Body<C extends Call> = CallInput<C> extends { body: infer B } ? B : never

/** Changes programmes as one person of the team does in the console. */
export function programmeSettings(server: TestServer, who: Newcomer) {
  const show = (programmeId: number) => who.ask(calls.getProgramme, { params: { programmeId } })

  async function create(name: string, copyOf: number | null = null): Promise<number> {
    return (await who.ask(calls.createProgramme, { body: { name, groupType: '1to1', copyOf } })).id
  }

  /** Each sends what its form shows now, with changes; a `version` in them is that of an older form. */
  const trySave = {
    async basics(programmeId: number, changes: Partial<Body<typeof calls.setProgrammeBasics>> = {}) {
      const { name, groupType, isDisabled, membersAreAdults, emailDomains, languages, versions } = await show(programmeId)
      const shown = { name, groupType, isDisabled, membersAreAdults, emailDomains, languages, version: versions.basics }
      const input = { params: { programmeId }, body: { ...shown, ...changes } }
      return server.ask(null, calls.setProgrammeBasics, input, who.headers)
    },
    async schedule(programmeId: number, changes: Partial<Body<typeof calls.setSchedule>> = {}) {
      const { schedule, versions } = await show(programmeId)
      const sessions = schedule.map(({ sessionId, days }) => ({ sessionId, days }))
      const input = { params: { programmeId }, body: { sessions, version: versions.schedule, ...changes } }
      return server.ask(null, calls.setSchedule, input, who.headers)
    },
    async plan(programmeId: number, changes: Partial<Body<typeof calls.setMatchingPlan>> = {}) {
      const { plan, versions } = await show(programmeId)
      if (!plan) throw new Error('There is nothing to compare')
      const criteria = plan.criteria.map(({ key, strength }) => ({ key, strength }))
      const input = { params: { programmeId }, body: { ...plan, criteria, version: versions.plan, ...changes } }
      return server.ask(null, calls.setMatchingPlan, input, who.headers)
    },
  }

  const open = (programmeId: number) => trySave.basics(programmeId, { isDisabled: false })

  /** Somebody with a right in this programme only. */
  async function addManager(programmeId: number): Promise<Newcomer> {
    const { key: project } = await show(programmeId)
    const email = `meera-${randomUUID()}@saathi.example`
    const about = { firstName: 'Meera', lastName: 'Jain', newPrimaryLanguage: 'en', role: 'ProgramManager', project } as const
    await who.ask(addPerson, { body: { email, ...about } })
    return enterByLink(server, await mailedLink(server, email))
  }

  return { show, create, trySave, open, addManager }
}

/** Dates of a cohort, in days from now. */
export function cohortDates(server: TestServer, from: number, until: number) {
  const day = (offset: number) => new Date(server.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  return { signUpFrom: day(from), startsOn: day(from + 1), endsOn: day(until) }
}

export const newCode = { name: 'TCS Pune', emailDomains: [], isActive: true, cohortId: null, places: null, endsOn: null }
