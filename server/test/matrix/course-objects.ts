import type { TestServer } from '../harness.ts'
import { buildMentorship } from '../mentorships.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import { inForeignProgramme } from './foreign-programme.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000
type Pair = { id: number; memberId: number; partnerId: number }
type ToInput = (server: TestServer, pair: Pair) => Promise<PartialInput> | PartialInput

/** The caller as a mentee of a pair, whatever their role. */
const onPair = (toInput: ToInput, absent: PartialInput): ObjectRow => {
  const build = async (server: TestServer, menteeIds: number[]) => {
    const { id, mentorId, menteeIds: mentees } = await buildMentorship(server, { menteeIds })
    return toInput(server, { id, memberId: mentees[0] ?? ABSENT, partnerId: mentorId })
  }
  return {
    own: (server, personId) => build(server, [personId]),
    foreign: { 'another pair’s': async (server) => build(server, [await server.buildPerson()]) },
    absent: () => absent,
  }
}

async function buildRequest(server: TestServer, { id, memberId }: Pair): Promise<number> {
  const row = { mentorship_id: id, person_id: memberId, kind: 'end', reason: 'other', words: '' }
  const made = server.db.insertInto('pair_request').values({ ...row, asked_at: server.clock.now() })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

const inPath: ToInput = (_server, { id }) => ({ params: { id } })
const absent = { params: { id: ABSENT } }

const request: ToInput = async (server, pair) => ({ params: { id: pair.id, requestId: await buildRequest(server, pair) } })

const proposal: ToInput = async (server, { id, partnerId }) => {
  const row = { mentorship_id: id, proposed_by: partnerId, meetings_per_month: 2, proposed_at: server.clock.now() }
  const made = await server.db.insertInto('pair_agreement').values(row).returning('id').executeTakeFirstOrThrow()
  return { params: { id, proposalId: made.id } }
}

const checkIn: ToInput = async (server, { id, memberId }) => {
  const row = { mentorship_id: id, person_id: memberId, number: 1, asked_at: server.clock.now() }
  await server.db.insertInto('check_in').values(row).execute()
  return { params: { id }, body: { number: 1 } }
}

/** A request in a pair that the caller manages: coordinators see no others. */
const managedRequest: BuildInput = async (server, personId) => {
  const { id, menteeIds, mentorId } = await buildMentorship(server)
  const manager = { mentorship_id: id, person_id: personId, part: 'pair_manager', joined_at: server.clock.now() }
  await server.db.insertInto('mentorship_member').values(manager).execute()
  return request(server, { id, memberId: menteeIds[0] ?? ABSENT, partnerId: mentorId })
}
const othersRequest: BuildInput = async (server) => {
  const { id, menteeIds, mentorId } = await buildMentorship(server)
  return request(server, { id, memberId: menteeIds[0] ?? ABSENT, partnerId: mentorId })
}

const managedPair: BuildInput = async (server, personId) => {
  const { id } = await buildMentorship(server)
  const manager = { mentorship_id: id, person_id: personId, part: 'pair_manager', joined_at: server.clock.now() }
  await server.db.insertInto('mentorship_member').values(manager).execute()
  return { params: { id } }
}
const othersPair: BuildInput = async (server) => ({ params: { id: (await buildMentorship(server)).id } })

/** Coordinators cannot pause, so this is a pair of their programme with a pause by a manager. */
const pausedPair: BuildInput = async (server) => {
  const { id } = await buildMentorship(server)
  const row = { mentorship_id: id, kind: 'pause', words: '', reason: 'They asked for it', taken_at: server.clock.now() }
  const made = await server.db.insertInto('pair_step').values(row).returning('id').executeTakeFirstOrThrow()
  return { params: { id, stepId: made.id } }
}

/** In a pair of the caller, or of others. */
const parting =
  (isClosed: boolean): ToInput =>
  async (server, { id }) => {
    const now = server.clock.now()
    const row = { mentorship_id: id, reason: 'time_over', begun_at: now, closes_at: now, closed_at: isClosed ? now : null }
    await server.db.insertInto('farewell').values(row).execute()
    return { params: { id }, body: { takeaway: 'Patience', thanks: 'Thank you' } }
  }
const absentFarewell = { params: { id: ABSENT }, body: { takeaway: 'Patience', thanks: 'Thank you' } }

/** Staff may act on all pairs of their programmes. */
const anyPair: ObjectRow = {
  own: async (server) => ({ params: { id: (await buildMentorship(server)).id }, body: { why: 'time_over', note: '' } }),
  foreign: { 'one of another programme': inForeignProgramme(othersPair) },
  absent: () => absent,
}
const partingPair: BuildInput = async (server) => {
  const { id } = await buildMentorship(server)
  const now = server.clock.now()
  const row = { mentorship_id: id, reason: 'time_over', begun_at: now, closes_at: now }
  await server.db.insertInto('farewell').values(row).execute()
  return { params: { id } }
}

export const courseRows: ObjectRows = {
  'GET /api/v2/mentorships/:id/farewell/': onPair(parting(false), absent),
  'PUT /api/v2/mentorships/:id/farewell/words/': onPair(parting(false), absentFarewell),
  'GET /api/v2/mentorships/:id/farewell/papers/:paper/': onPair(
    async (server, pair) => {
      const { params } = await parting(true)(server, pair)
      return { params: { ...params, paper: 'letter' } }
    },
    { params: { id: ABSENT, paper: 'letter' } },
  ),
  'POST /api/v2/staff/mentorships/:id/farewell/': anyPair,
  'POST /api/v2/staff/mentorships/:id/farewell/cancel/': {
    own: partingPair,
    foreign: { 'one of another programme': inForeignProgramme(partingPair) },
    absent: () => absent,
  },
  'GET /api/v2/mentorships/:id/course/': onPair(inPath, absent),
  'POST /api/v2/mentorships/:id/requests/': onPair(inPath, absent),
  'POST /api/v2/mentorships/:id/requests/:requestId/withdraw/': onPair(request, {
    params: { id: ABSENT, requestId: ABSENT },
  }),
  'POST /api/v2/mentorships/:id/check-in/': onPair(checkIn, { ...absent, body: { number: 1 } }),
  'POST /api/v2/mentorships/:id/agreement/': onPair(inPath, absent),
  'POST /api/v2/mentorships/:id/agreement/:proposalId/accept/': onPair(proposal, {
    params: { id: ABSENT, proposalId: ABSENT },
  }),
  'POST /api/v2/mentorships/:id/agreement/:proposalId/close/': onPair(proposal, {
    params: { id: ABSENT, proposalId: ABSENT },
  }),
  'POST /api/v2/staff/mentorships/:id/steps/': {
    own: managedPair,
    foreign: { 'one of another programme and coordinator': inForeignProgramme(othersPair) },
    absent: () => absent,
  },
  'POST /api/v2/staff/mentorships/:id/steps/:stepId/undo/': {
    own: pausedPair,
    foreign: { 'one of another programme': inForeignProgramme(pausedPair) },
    absent: () => ({ params: { id: ABSENT, stepId: ABSENT } }),
  },
  'POST /api/v2/staff/mentorships/:id/requests/:requestId/answer/': {
    own: managedRequest,
    foreign: { 'one of another programme and coordinator': inForeignProgramme(othersRequest) },
    absent: () => ({ params: { id: ABSENT, requestId: ABSENT } }),
  },
}
