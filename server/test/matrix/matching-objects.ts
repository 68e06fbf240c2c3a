import type { TestServer } from '../harness.ts'
import { buildGroup, buildMatching, buildOffer, buildSeeker } from '../matching.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import { inForeignProgramme } from './foreign-programme.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000

/** The caller as a seeking mentee, whatever their role: access depends on the offer. */
async function buildOwnSearch(server: TestServer, personId: number) {
  const { projectId } = await buildMatching(server)
  await buildSeeker(server, { projectId, part: 'mentee', personId })
  return { projectId, mentorId: await buildSeeker(server, { projectId, part: 'mentor' }) }
}

async function buildOthers(server: TestServer) {
  const { projectId } = await buildMatching(server)
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  return { projectId, mentorId, menteeId: await buildSeeker(server, { projectId, part: 'mentee' }) }
}

const oneMatch = (name: (id: number) => PartialInput): ObjectRow => ({
  own: async (server, personId) => {
    const { mentorId } = await buildOwnSearch(server, personId)
    return name(await buildOffer(server, { mentorId, menteeId: personId }))
  },
  foreign: {
    'another’s': async (server, personId) => {
      await buildOwnSearch(server, personId)
      return name(await buildOffer(server, await buildOthers(server)))
    },
    'one’s own that staff have not issued': async (server, personId) => {
      const { mentorId } = await buildOwnSearch(server, personId)
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
    await buildOwnSearch(server, personId)
    return name(ABSENT)
  },
})

const inPath = (id: number): PartialInput => ({ params: { id } })
const chosen = (id: number): PartialInput => ({ body: { interestSet: [{ id, interestStatus: 'REJECTED' }] } })

/** Staff may act on every offer of their programmes. */
const anyOffer: ObjectRow = {
  own: async (server) => withReason(await buildOffer(server, await buildOthers(server))),
  also: {
    'one that is not issued': async (server) =>
      withReason(await buildOffer(server, { ...(await buildOthers(server)), state: 'proposed' })),
  },
  foreign: {
    'one of another programme': inForeignProgramme(async (server) =>
      withReason(await buildOffer(server, await buildOthers(server))),
    ),
  },
  absent: () => withReason(ABSENT),
}
const withReason = (id: number): PartialInput => ({ params: { id }, body: { reason: 'They asked for it.' } })

const pair =
  (
    change: (server: TestServer, built: { mentor: number; mentee: number }) => Promise<object> | object = () => ({}),
  ): BuildInput =>
  async (server) => {
    const { mentorId, menteeId } = await buildOthers(server)
    const ids = { mentor: mentorId, mentee: menteeId }
    return { body: { ...ids, reason: 'They asked for it.', ...(await change(server, ids)) } }
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
    'of another programme': inForeignProgramme(pair()),
  },
  absent: pair(() => ({ mentor: ABSENT })),
}

const keptApart = pair(async ({ db, clock }, { mentor, mentee }) => {
  const apart = { mentor_id: mentor, mentee_id: mentee, reason: 'They asked for it.', created_at: clock.now() }
  await db.insertInto('match_apart').values(apart).execute()
  return {}
})

const seeker = (personId: number): PartialInput => ({ params: { personId }, body: { isApproved: true } })

const anySeeker: ObjectRow = {
  own: async (server) => seeker((await buildOthers(server)).mentorId),
  foreign: {
    'one who has left': async (server) => {
      const { mentorId } = await buildOthers(server)
      await leave(server, mentorId)
      return seeker(mentorId)
    },
    'one of another programme': inForeignProgramme(async (server) => seeker((await buildOthers(server)).mentorId)),
  },
  absent: () => seeker(ABSENT),
}

async function buildFormingGroup(server: TestServer) {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  const mentorId = await buildSeeker(server, { projectId, part: 'mentor' })
  const menteeIds = [await buildSeeker(server, { projectId, part: 'mentee' })]
  return (await buildGroup(server, { mentorId, menteeIds })).id
}
const settled = (id: number): PartialInput => ({ params: { id }, body: { what: 'wait' } })

export const matchingRows: ObjectRows = {
  'GET /api/v2/matching/get-match-info/:id/': oneMatch(inPath),
  'POST /api/v2/matching/match-status/': oneMatch(chosen),
  'POST /api/v2/staff/matching/publish/': { notAnObject: 'the call issues what it can of a list and returns the count' },
  'POST /api/v2/staff/matching/offers/': twoPeople,
  'POST /api/v2/staff/matching/offers/:id/withdraw/': anyOffer,
  'POST /api/v2/staff/matching/apart/': twoPeople,
  'POST /api/v2/staff/matching/apart/undo/': {
    own: keptApart,
    foreign: { 'of another programme': inForeignProgramme(keptApart) },
    absent: pair(() => ({ mentor: ABSENT })),
  },
  'PUT /api/v2/staff/matching/seekers/:personId/': anySeeker,
  'POST /api/v2/staff/matching/groups/:id/settle/': {
    own: async (server) => settled(await buildFormingGroup(server)),
    foreign: { 'one of another programme': inForeignProgramme(async (server) => settled(await buildFormingGroup(server))) },
    absent: () => settled(ABSENT),
  },
}

/** The caller has a place in a forming group. */
const withGroupPlace: BuildInput = async (server, personId) => {
  const { projectId } = await buildMatching(server, { groupType: '1toM' })
  await buildSeeker(server, { projectId, part: 'mentee', personId })
  await buildGroup(server, { mentorId: await buildSeeker(server, { projectId, part: 'mentor' }), menteeIds: [personId] })
  return {}
}

export const matchingSamples: Readonly<Record<string, BuildInput>> = {
  'GET /api/v2/matching/group-hold-info/': withGroupPlace,
  'POST /api/v2/staff/matching/run/': async (server) => ({
    body: { project: (await buildMatching(server)).projectKey, dryRun: true },
  }),
}
