import { randomUUID } from 'node:crypto'
import type { TestServer } from '../harness.ts'
import { testCriteria } from '../match-criteria.ts'
import { buildMatching } from '../matching.ts'
import { buildProject } from '../mentorships.ts'
import type { PartialInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000
const dates = { name: 'Spring', signUpFrom: '2026-01-01', startsOn: '2026-02-01', endsOn: '2026-12-01' }
/** As buildMatching() stores it. */
const plan = {
  criteria: testCriteria.map(({ key }) => ({ key, strength: 'low' })),
  expiryHours: 72,
  places: 1,
  groupSize: 4,
  groupMinimum: 2,
  groupStartsIn: 5,
  shortlist: 3,
  exposure: 3,
  needsReview: false,
  needsApproval: false,
}

/** A repeat of what is stored needs no version: the rows of this file send that. */
function onProgramme(
  body?: Record<string, unknown>,
  build = (server: TestServer) => buildProject(server, [], '1to1'),
): ObjectRow {
  const about = (programmeId: number): PartialInput => ({ params: { programmeId }, ...(body && { body }) })
  // Staff with a right in all programmes may change every one; others are refused in programmes.api.test.ts.
  return { own: async (server) => about(await build(server)), foreign: {}, absent: () => about(ABSENT) }
}

async function buildBasics(server: TestServer): Promise<PartialInput> {
  const programmeId = await buildProject(server, [], '1to1')
  const { name } = await server.db.selectFrom('project').select('name').where('id', '=', programmeId).executeTakeFirstOrThrow()
  const lists = { emailDomains: [], languages: [] }
  return {
    params: { programmeId },
    body: { name, groupType: '1to1', isDisabled: false, membersAreAdults: false, ...lists },
  }
}

function onCohort(body: Record<string, unknown>): ObjectRow {
  async function build(server: TestServer) {
    const programmeId = await buildProject(server, [], '1to1')
    const { id } = await server.db
      .insertInto('cohort')
      .values({
        project_id: programmeId,
        name: dates.name,
        sign_up_from: dates.signUpFrom,
        starts_on: dates.startsOn,
        ends_on: dates.endsOn,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { programmeId, cohortId: id }
  }
  return {
    own: async (server) => ({ params: await build(server), body }),
    foreign: {
      'one of another programme': async (server) => {
        const { cohortId } = await build(server)
        return { params: { programmeId: await buildProject(server, [], '1to1'), cohortId }, body }
      },
    },
    absent: async (server) => ({ params: { programmeId: await buildProject(server, [], '1to1'), cohortId: ABSENT }, body }),
  }
}

const codeBody = { name: 'A college', emailDomains: [], isActive: true, cohortId: null, places: null, endsOn: null }
const newCode = () => randomUUID().toUpperCase()

async function buildCode(server: TestServer) {
  const programmeId = await buildProject(server, [], '1to1')
  const code = newCode()
  await server.db
    .insertInto('institution')
    .values({ code, name: codeBody.name, is_active: true, project_id: programmeId })
    .execute()
  return { programmeId, code }
}

const codeRow: ObjectRow = {
  own: async (server) => ({ params: await buildCode(server), body: codeBody }),
  foreign: {
    'one of another programme': async (server) => {
      const { code } = await buildCode(server)
      return { params: { programmeId: await buildProject(server, [], '1to1'), code }, body: codeBody }
    },
  },
  absent: async (server) => ({
    params: { programmeId: await buildProject(server, [], '1to1'), code: newCode() },
    body: codeBody,
  }),
}

const PROGRAMME = '/api/v2/staff/programmes/:programmeId/'

export const programmeRows: ObjectRows = {
  'POST /api/v2/staff/programmes/': {
    own: async (server) => ({ body: { name: randomUUID(), copyOf: await buildProject(server, [], '1to1') } }),
    foreign: {},
    absent: () => ({ body: { name: randomUUID(), copyOf: ABSENT } }),
  },
  [`GET ${PROGRAMME}`]: onProgramme(),
  [`PUT ${PROGRAMME}basics/`]: {
    own: buildBasics,
    foreign: {},
    absent: async (server) => ({ ...(await buildBasics(server)), params: { programmeId: ABSENT } }),
  },
  [`POST ${PROGRAMME}cohorts/`]: onProgramme(dates),
  [`PUT ${PROGRAMME}cohorts/:cohortId/`]: onCohort(dates),
  [`DELETE ${PROGRAMME}cohorts/:cohortId/`]: onCohort({}),
  [`POST ${PROGRAMME}codes/`]: {
    own: async (server) => ({
      params: { programmeId: await buildProject(server, [], '1to1') },
      body: { code: newCode(), ...codeBody },
    }),
    foreign: {},
    absent: () => ({ params: { programmeId: ABSENT }, body: { code: newCode(), ...codeBody } }),
  },
  [`PUT ${PROGRAMME}codes/:code/`]: codeRow,
  [`PUT ${PROGRAMME}schedule/`]: onProgramme({ sessions: [] }),
  [`PUT ${PROGRAMME}matching/`]: onProgramme(plan, async (server) => {
    const criteria = testCriteria.map((criterion) => ({ ...criterion, strength: 'low' as const }))
    return (await buildMatching(server, { criteria })).projectId
  }),
}
