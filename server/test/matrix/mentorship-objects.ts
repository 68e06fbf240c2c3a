import { inTransaction } from '#core/ctx.ts'
import { endMentorship } from '#mentorship/public.ts'
import { pino } from 'pino'
import type { TestServer } from '../harness.ts'
import { beginSession } from '../hub-sessions.ts'
import { buildMentorship, type BuiltMentorship, buildProject, buildWalkedSession, openCurriculum } from '../mentorships.ts'
import type { Build, Given } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const log = pino({ level: 'silent' })
type Name = (built: BuiltMentorship) => Given

/** The asker as mentee of a pair, whatever their role: what one is in a mentorship is said there. */
const walking =
  (name: Name, { isBegun = false } = {}): Build =>
  async (server, personId) => {
    const built = await buildMentorship(server, { menteeIds: [personId], withPairManager: true })
    const [first] = built.sessions
    if (isBegun && first) await beginSession(server, personId, first, { mentorshipId: built.id })
    return name(built)
  }

const othersPair =
  (name: Name): Build =>
  async (server) =>
    name(await buildMentorship(server, { withPairManager: true }))

const nowhere: BuiltMentorship = {
  id: 2_000_000_000,
  projectId: 2_000_000_000,
  mentorId: 2_000_000_000,
  menteeIds: [],
  pairManagerId: null,
  sessions: [],
}

function walkRow(name: Name, options = {}): ObjectRow {
  return {
    own: walking(name, options),
    foreign: { 'another pair’s': othersPair(name) },
    absent: () => name(nowhere),
  }
}

const inPath: Name = ({ id }) => ({ params: { id } })
const session: Name = ({ id, sessions }) => ({ params: { id: sessions[0]?.id ?? 2_000_000_000 }, query: { mentorship: id } })
const named: Name = ({ id }) => ({ query: { mentorship: id } })
const partner: Name = ({ id, mentorId }) => ({ params: { id, userId: mentorId } })

/** In a group, where the other mentees are there and not to be seen. */
const fellow: Build = async (server, personId) => {
  const other = await server.buildPerson({ role: 'GroupMentee' })
  const { id } = await buildMentorship(server, { menteeIds: [personId, other] })
  return { params: { id, userId: other } }
}

async function end(server: TestServer, { id }: BuiltMentorship) {
  await inTransaction(server.app.world, log, (ctx) => endMentorship(ctx, id))
}
const member: Name = ({ id, menteeIds }) => ({ params: { id, userId: menteeIds[0] ?? 2_000_000_000 } })

/** Staff act on all of them. */
const anyMentorship = (name: Name): ObjectRow => ({
  own: othersPair(name),
  also: {
    'one that has ended': async (server) => {
      const built = await buildMentorship(server)
      await end(server, built)
      return name(built)
    },
  },
  foreign: {},
  absent: () => name(nowhere),
})

const together =
  (change: (built: { mentor: number; mentees: number[] }, server: TestServer) => Promise<object> | object = () => ({})): Build =>
  async (server) => {
    const projectId = await buildProject(server, [await buildWalkedSession(server)], '1to1')
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

export const mentorshipRows: ObjectRows = {
  'GET /api/v2/mentorships/:id/': walkRow(inPath),
  'GET /api/v2/mentorships/:id/progress/': walkRow(inPath),
  'GET /api/v2/mentorships/:id/members/:userId/': {
    ...walkRow(partner),
    foreign: { 'another pair’s': othersPair(partner), 'a fellow mentee': fellow },
  },
  'GET /api/v2/mentorships/sessions/': walkRow(named),
  'GET /api/v2/mentorships/mysessions/': walkRow(named),
  'GET /api/v2/mentorships/sessions/:id/': walkRow(session),
  'GET /api/v2/mentorships/mysessions/:id/': walkRow(session, { isBegun: true }),
  'POST /api/v2/staff/mentorships/': {
    own: together(),
    foreign: {
      'with somebody who has left': together(async ({ mentees }, server) => {
        await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', 'in', mentees).execute()
        return {}
      }),
    },
    absent: together(() => ({ mentor: 2_000_000_000 })),
  },
  'POST /api/v2/staff/mentorships/:id/end/': anyMentorship(inPath),
  'POST /api/v2/staff/mentorships/:id/members/:userId/leave/': anyMentorship(member),
}
