import { inTransaction } from '#core/ctx.ts'
import { endMentorship } from '#mentorship/public.ts'
import { pino } from 'pino'
import type { TestServer } from '../harness.ts'
import { beginSession } from '../hub-sessions.ts'
import { buildMentorship, type BuiltMentorship, buildProject, buildMentorshipSession, openCurriculum } from '../mentorships.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import { inForeignProgramme } from './foreign-programme.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const log = pino({ level: 'silent' })
type ToInput = (built: BuiltMentorship) => PartialInput

/** The caller as mentee of a pair, whatever their role: access depends on the mentorship. */
const ownPair =
  (toInput: ToInput, { isStarted = false } = {}): BuildInput =>
  async (server, personId) => {
    const built = await buildMentorship(server, { menteeIds: [personId], withPairManager: true })
    const [first] = built.sessions
    if (isStarted && first) await beginSession(server, personId, first, { mentorshipId: built.id })
    return toInput(built)
  }

const othersPair =
  (toInput: ToInput): BuildInput =>
  async (server) =>
    toInput(await buildMentorship(server, { withPairManager: true }))

const absentMentorship: BuiltMentorship = {
  id: 2_000_000_000,
  projectId: 2_000_000_000,
  mentorId: 2_000_000_000,
  menteeIds: [],
  pairManagerId: null,
  sessions: [],
}

function mentorshipRow(toInput: ToInput, options = {}): ObjectRow {
  return {
    own: ownPair(toInput, options),
    foreign: { 'another pair’s': othersPair(toInput) },
    absent: () => toInput(absentMentorship),
  }
}

const inPath: ToInput = ({ id }) => ({ params: { id } })
const session: ToInput = ({ id, sessions }) => ({ params: { id: sessions[0]?.id ?? 2_000_000_000 }, query: { mentorship: id } })
const inQuery: ToInput = ({ id }) => ({ query: { mentorship: id } })
const partner: ToInput = ({ id, mentorId }) => ({ params: { id, userId: mentorId } })

/** In a group, where the other mentees exist but must not be visible. */
const fellow: BuildInput = async (server, personId) => {
  const other = await server.buildPerson({ role: 'GroupMentee' })
  const { id } = await buildMentorship(server, { menteeIds: [personId, other] })
  return { params: { id, userId: other } }
}

async function end(server: TestServer, { id }: BuiltMentorship) {
  await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, id))
}
const member: ToInput = ({ id, menteeIds }) => ({ params: { id, userId: menteeIds[0] ?? 2_000_000_000 } })

/** Staff may act on all of their programmes. */
const anyMentorship = (toInput: ToInput): ObjectRow => ({
  own: othersPair(toInput),
  also: {
    'one that has ended': async (server) => {
      const built = await buildMentorship(server)
      await end(server, built)
      return toInput(built)
    },
  },
  foreign: { 'one of another programme': inForeignProgramme(othersPair(toInput)) },
  absent: () => toInput(absentMentorship),
})

const newMentorship =
  (
    change: (built: { mentor: number; mentees: number[] }, server: TestServer) => Promise<object> | object = () => ({}),
  ): BuildInput =>
  async (server) => {
    const projectId = await buildProject(server, [await buildMentorshipSession(server)], '1to1')
    const mentor = await server.buildPerson({ role: 'Mentor' })
    const mentees = [await server.buildPerson()]
    await server.db
      .updateTable('person')
      .set({ project_id: projectId })
      .where('id', 'in', [mentor, ...mentees])
      .execute()
    await openCurriculum(server, [mentor, ...mentees])
    return { body: { mentor, mentees, pairManager: null, ...(await change({ mentor, mentees }, server)) } }
  }

/** A pair that the caller manages: coordinators see no others. */
const managed: ObjectRow = {
  own: async (server, personId) => {
    const { id } = await buildMentorship(server)
    const manager = { mentorship_id: id, person_id: personId, part: 'pair_manager', joined_at: server.clock.now() }
    await server.db.insertInto('mentorship_member').values(manager).execute()
    return { params: { id } }
  },
  foreign: { 'one of another programme and coordinator': inForeignProgramme(othersPair(inPath)) },
  absent: () => inPath(absentMentorship),
}

export const mentorshipRows: ObjectRows = {
  'GET /api/v2/mentorships/:id/': mentorshipRow(inPath),
  'GET /api/v2/mentorships/:id/progress/': mentorshipRow(inPath),
  'PUT /api/v2/mentorships/:id/celebrated/': mentorshipRow(inPath),
  'GET /api/v2/mentorships/:id/members/:userId/': {
    ...mentorshipRow(partner),
    foreign: { 'another pair’s': othersPair(partner), 'a fellow mentee': fellow },
  },
  'GET /api/v2/mentorships/sessions/': mentorshipRow(inQuery),
  'GET /api/v2/mentorships/mysessions/': mentorshipRow(inQuery),
  'GET /api/v2/mentorships/sessions/:id/': mentorshipRow(session),
  'GET /api/v2/mentorships/mysessions/:id/': mentorshipRow(session, { isStarted: true }),
  'POST /api/v2/staff/mentorships/': {
    own: newMentorship(),
    foreign: {
      'with somebody who has left': newMentorship(async ({ mentees }, server) => {
        await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', 'in', mentees).execute()
        return {}
      }),
      'of people in another programme': inForeignProgramme(newMentorship()),
    },
    absent: newMentorship(() => ({ mentor: 2_000_000_000 })),
  },
  'GET /api/v2/staff/mentorships/': { notAnObject: 'a filter of what the caller may see anyway' },
  'GET /api/v2/staff/mentorships/:id/': managed,
  'POST /api/v2/staff/mentorships/:id/end/': anyMentorship(inPath),
  'POST /api/v2/staff/mentorships/:id/members/:userId/leave/': anyMentorship(member),
}
