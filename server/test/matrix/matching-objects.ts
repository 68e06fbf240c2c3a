import type { TestServer } from '../harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../matching.ts'
import type { Build, Given } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000

/** The asker as mentee of a pair to be, whatever their role: what one is in an offer is said there. */
async function seeking(server: TestServer, personId: number) {
  const { projectId } = await buildMatching(server)
  await buildSeeker(server, { projectId, part: 'mentee', personId })
  return { projectId, mentorId: await buildSeeker(server, { projectId, part: 'mentor' }) }
}

async function strangers(server: TestServer) {
  const { projectId } = await buildMatching(server)
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  return { projectId, mentorId, menteeId: await buildSeeker(server, { projectId, part: 'mentee' }) }
}

const oneMatch = (name: (id: number) => Given): ObjectRow => ({
  own: async (server, personId) => {
    const { mentorId } = await seeking(server, personId)
    return name(await buildOffer(server, { mentorId, menteeId: personId }))
  },
  foreign: {
    'another’s': async (server, personId) => {
      await seeking(server, personId)
      return name(await buildOffer(server, await strangers(server)))
    },
    'one’s own that the team has not let out': async (server, personId) => {
      const { mentorId } = await seeking(server, personId)
      return name(await buildOffer(server, { mentorId, menteeId: personId, state: 'proposed' }))
    },
    'one that the mentee has not chosen yet': async (server, personId) => {
      const { projectId } = await buildMatching(server)
      await buildSeeker(server, { projectId, part: 'mentor', personId })
      const menteeId = await buildSeeker(server, { projectId, part: 'mentee' })
      return name(await buildOffer(server, { mentorId: personId, menteeId }))
    },
  },
  absent: async (server, personId) => {
    await seeking(server, personId)
    return name(ABSENT)
  },
})

const inPath = (id: number): Given => ({ params: { id } })
const chosen = (id: number): Given => ({ body: { interestSet: [{ id, interestStatus: 'REJECTED' }] } })

/** The team acts on all offers there are. */
const anyOffer: ObjectRow = {
  own: async (server) => withReason(await buildOffer(server, await strangers(server))),
  also: {
    'one that it has not let out': async (server) =>
      withReason(await buildOffer(server, { ...(await strangers(server)), state: 'proposed' })),
  },
  foreign: {},
  absent: () => withReason(ABSENT),
}
const withReason = (id: number): Given => ({ params: { id }, body: { reason: 'They asked for it.' } })

const pair =
  (change: (server: TestServer, built: { mentor: number; mentee: number }) => Promise<object> | object = () => ({})): Build =>
  async (server) => {
    const { mentorId, menteeId } = await strangers(server)
    const named = { mentor: mentorId, mentee: menteeId }
    return { body: { ...named, reason: 'They asked for it.', ...(await change(server, named)) } }
  }
const leave = ({ db, clock }: TestServer, id: number) =>
  db.updateTable('person').set({ deleted_at: clock.now() }).where('id', '=', id).execute()

const twoPeople: ObjectRow = {
  own: pair(),
  foreign: {
    'with somebody who has left': pair(async (server, { mentee }) => {
      await leave(server, mentee)
      return {}
    }),
  },
  absent: pair(() => ({ mentor: ABSENT })),
}

const seeker = (personId: number): Given => ({ params: { personId }, body: { isApproved: true } })

const anySeeker: ObjectRow = {
  own: async (server) => seeker((await strangers(server)).mentorId),
  foreign: {
    'one who has left': async (server) => {
      const { mentorId } = await strangers(server)
      await leave(server, mentorId)
      return seeker(mentorId)
    },
  },
  absent: () => seeker(ABSENT),
}

async function buildGathering(server: TestServer) {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeIds = [await buildSeeker(server, { projectId, part: 'mentee' })]
  return (await buildGroup(server, { mentorId, menteeIds })).id
}
const settled = (id: number): Given => ({ params: { id }, body: { what: 'wait' } })

export const matchingRows: ObjectRows = {
  'GET /api/v2/matching/get-match-info/:id/': oneMatch(inPath),
  'POST /api/v2/matching/match-status/': oneMatch(chosen),
  'POST /api/v2/staff/matching/publish/': { nobodysObject: 'of a list, those that can be let out are, and it is said how many' },
  'POST /api/v2/staff/matching/offers/': twoPeople,
  'POST /api/v2/staff/matching/offers/:id/withdraw/': anyOffer,
  'POST /api/v2/staff/matching/apart/': twoPeople,
  'PUT /api/v2/staff/matching/seekers/:personId/': anySeeker,
  'POST /api/v2/staff/matching/groups/:id/settle/': {
    own: async (server) => settled(await buildGathering(server)),
    foreign: {},
    absent: () => settled(ABSENT),
  },
}

/** The asker has a place in a group that is coming together. */
const gathered: Build = async (server, personId) => {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  await buildSeeker(server, { projectId, part: 'mentee', personId })
  await buildGroup(server, { mentorId: await buildSeeker(server, { projectId, part: 'mentor' }), menteeIds: [personId] })
  return {}
}

export const matchingSamples: Readonly<Record<string, Build>> = {
  'GET /api/v2/matching/group-hold-info/': gathered,
  'POST /api/v2/staff/matching/run/': async (server) => ({
    body: { project: (await buildMatching(server)).projectKey, dryRun: true },
  }),
}
