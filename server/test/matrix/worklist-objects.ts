import { randomUUID } from 'node:crypto'
import type { TestServer } from '../harness.ts'
import { buildMentorship } from '../mentorships.ts'
import { buildStaff } from '../staff-rights.ts'
import { dayIn } from '../worklist.ts'
import type { BuildInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'
import { omitted } from './sample.ts'

const ABSENT = 2_000_000_000

/** A pair that the caller coordinates: coordinators see nobody else. */
async function buildOwnPair(server: TestServer, personId: number) {
  const pair = await buildMentorship(server)
  const manager = { mentorship_id: pair.id, person_id: personId, part: 'pair_manager', joined_at: server.clock.now() }
  await server.db.insertInto('mentorship_member').values(manager).execute()
  return pair
}

async function buildItem(server: TestServer, ownerId: number, isClosed = false) {
  const { id: mentorshipId, projectId } = await buildMentorship(server)
  const now = server.clock.now()
  const { id } = await server.db
    .insertInto('work_item')
    .values({
      rule: 'no_first_meeting',
      subject: 'pair',
      subject_id: mentorshipId,
      project_id: projectId,
      mentorship_id: mentorshipId,
      since: now,
      due_at: now,
      limit_value: 10,
      fact: JSON.stringify({ count: 0, everyDays: null, side: null, until: null }),
      owner_id: ownerId,
      opened_at: now,
      closed_at: isClosed ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { id } }
}

/** A planned message to a member of a pair that the caller coordinates. */
async function buildNudge(server: TestServer, personId: number) {
  const { id: mentorshipId, projectId, menteeIds } = await buildOwnPair(server, personId)
  const now = server.clock.now()
  const { id } = await server.db
    .insertInto('nudge')
    .values({
      project_id: projectId,
      trigger: 'no_meeting',
      mentorship_id: mentorshipId,
      person_id: menteeIds[0] ?? 0,
      since: now,
      on_day: dayIn(server, 1),
      planned_at: now,
      state: 'planned',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { id } }
}

type Body = (server: TestServer, personId: number) => Record<string, unknown>

const onItem = (body: Body): ObjectRow => ({
  own: async (server, personId) => ({ ...(await buildItem(server, personId)), body: body(server, personId) }),
  foreign: {},
  absent: (server, personId) => ({ params: { id: ABSENT }, body: body(server, personId) }),
})

const contactWith = (server: TestServer, personId: number, staffId: number) => ({
  clientId: randomUUID(),
  personId,
  how: 'call',
  wasReached: true,
  note: 'All is well.',
  at: server.clock.now().toISOString(),
  next: { on: dayIn(server, 7), personId: staffId },
})

async function buildFormer(server: TestServer) {
  const id = await server.buildPerson()
  await server.db.updateTable('person').set({ deleted_at: server.clock.now() }).where('id', '=', id).execute()
  return id
}

const onProgramme = (more: Record<string, unknown> = {}): ObjectRow => {
  const about = (programmeId: number) => ({ ...more, params: { programmeId, rule: 'no_first_meeting' } })
  return {
    own: async (server) => about((await buildMentorship(server)).projectId),
    foreign: {},
    absent: () => about(ABSENT),
  }
}

const onPlan = (more: Record<string, unknown>): ObjectRow => {
  const about = (programmeId: number) => ({ ...more, params: { programmeId, trigger: 'no_meeting' } })
  return { own: async (server) => about((await buildMentorship(server)).projectId), foreign: {}, absent: () => about(ABSENT) }
}

const handOver =
  (from: 'own' | 'absent'): BuildInput =>
  async (server, personId) => {
    if (from === 'own') await buildOwnPair(server, personId)
    const to = await buildStaff(server, 'PairManager')
    return { body: { from: from === 'own' ? personId : ABSENT, to, reason: 'On leave' } }
  }

export const worklistRows: ObjectRows = {
  'GET /api/v2/staff/worklist/': { notAnObject: 'a filter of what the caller may see anyway' },
  'PUT /api/v2/staff/worklist/:id/owner/': onItem((_server, personId) => ({ personId })),
  'PUT /api/v2/staff/worklist/:id/snooze/': onItem((server) => ({ until: dayIn(server, 3), reason: 'Exams until then' })),
  'PUT /api/v2/staff/worklist/:id/presence/': onItem(() => ({ isOpen: true })),
  'POST /api/v2/staff/worklist/hand-over/': { own: handOver('own'), foreign: {}, absent: handOver('absent') },
  'POST /api/v2/staff/mentorships/:id/notes/': {
    own: async (server, personId) => ({
      params: { id: (await buildOwnPair(server, personId)).id },
      body: { text: 'They meet on Sundays.' },
    }),
    foreign: {},
    absent: () => ({ params: { id: ABSENT }, body: { text: 'They meet on Sundays.' } }),
  },
  'POST /api/v2/staff/contacts/': {
    own: async (server, personId) => {
      const { menteeIds } = await buildOwnPair(server, personId)
      return { body: contactWith(server, menteeIds[0] ?? 0, personId) }
    },
    foreign: {
      'one who has left': async (server, personId) => ({ body: contactWith(server, await buildFormer(server), personId) }),
    },
    absent: (server, personId) => ({ body: contactWith(server, ABSENT, personId) }),
  },
  'PUT /api/v2/staff/contacts/next/': {
    own: async (server, personId) => {
      const { menteeIds } = await buildOwnPair(server, personId)
      return { body: { people: menteeIds, on: dayIn(server, 7), personId } }
    },
    foreign: {
      'one who has left': async (server, personId) => ({
        body: { people: [await buildFormer(server)], on: dayIn(server, 7), personId },
      }),
    },
    absent: (server, personId) => ({ body: { people: [ABSENT], on: dayIn(server, 7), personId } }),
  },
  'GET /api/v2/staff/programmes/:programmeId/work-rules/': {
    own: async (server) => ({ params: { programmeId: (await buildMentorship(server)).projectId } }),
    foreign: {},
    absent: () => ({ params: { programmeId: ABSENT } }),
  },
  'GET /api/v2/staff/programmes/:programmeId/work-rules/:rule/preview/': onProgramme({ query: { limit: 5 } }),
  'PUT /api/v2/staff/programmes/:programmeId/work-rules/:rule/': onProgramme({ body: { isOn: true, limit: 5, version: 0 } }),
  'GET /api/v2/staff/programmes/:programmeId/nudge-plans/': {
    own: async (server) => ({ params: { programmeId: (await buildMentorship(server)).projectId } }),
    foreign: {},
    absent: () => ({ params: { programmeId: ABSENT } }),
  },
  'GET /api/v2/staff/programmes/:programmeId/nudge-plans/:trigger/preview/': onPlan({
    query: { afterDays: 5, againDays: omitted, times: 1, perDay: 10 },
  }),
  'PUT /api/v2/staff/programmes/:programmeId/nudge-plans/:trigger/': onPlan({
    body: { isOn: true, afterDays: 5, againDays: null, times: 1, perDay: 10, texts: [], version: 0, seen: 500 },
  }),
  'GET /api/v2/staff/nudges/': { notAnObject: 'a filter of what the caller may see anyway' },
  'PUT /api/v2/staff/nudges/:id/': {
    own: async (server, personId) => ({ ...(await buildNudge(server, personId)), body: { isOut: true, reason: 'In hospital' } }),
    foreign: {},
    absent: () => ({ params: { id: ABSENT }, body: { isOut: true, reason: 'In hospital' } }),
  },
}
