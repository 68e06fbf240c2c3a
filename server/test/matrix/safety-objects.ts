import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { HOUR_MS } from '@saathi/contract/core/time'
import { buildChannel } from '../chat-channels.ts'
import { buildPost } from '../feed-posts.ts'
import type { TestServer } from '../harness.ts'
import { buildMatching } from '../matching.ts'
import { ofMessage, send, writeMessage } from '../safety-desk.ts'
import type { BuildInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000
type Changes = Partial<{ taken_by: number | null; close_asked_by: number; state: string }>

async function buildCase(server: TestServer, changes: Changes = {}) {
  const pair = await buildChannel(server)
  const message = await writeMessage(server, pair, pair.mentorId, 'Give me your number')
  const sent = await send(server, pair.menteeIds[0] ?? 0, ofMessage(message))
  const reportId = sent.body.report.id
  const report = await server.db
    .selectFrom('safety_report')
    .select('case_id')
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow()
  if (Object.keys(changes).length > 0)
    await server.db.updateTable('safety_case').set(changes).where('id', '=', report.case_id).execute()
  return { id: report.case_id, reportId, channelId: pair.channelId, mentorId: pair.mentorId, menteeId: pair.menteeIds[0] ?? 0 }
}
type BuiltCase = Awaited<ReturnType<typeof buildCase>>
type Fields = Record<string, unknown>
type Input = { params?: Fields; body?: Fields }

/** The caller has taken the case and is not named in it. `with` adds what else the call names. */
function onCase(
  complete: (server: TestServer, built: BuiltCase, personId: number) => Promise<Input> | Input = () => ({}),
  { isTaken = true } = {},
): ObjectRow {
  const build = (changes: Changes, isNamed = false): BuildInput => {
    return async (server, personId) => {
      const built = await buildCase(server, { ...(isTaken && { taken_by: personId }), ...changes })
      if (isNamed)
        await server.db
          .insertInto('safety_case_person')
          .values({ case_id: built.id, person_id: personId, part: 'witness' })
          .execute()
      const { params, body } = await complete(server, built, personId)
      return { params: { id: built.id, ...params }, ...(body && { body }) }
    }
  }
  return {
    own: build({}),
    foreign: { 'one the caller is named in': build({}, true) },
    absent: async (server, personId) => {
      const built = await buildCase(server)
      const { params, body } = await complete(server, built, personId)
      return { params: { ...params, id: ABSENT }, ...(body && { body }) }
    },
  }
}

const reportOf = (_server: TestServer, { reportId }: BuiltCase) => ({ params: { reportId } })

async function buildUnlock(server: TestServer, { id, channelId }: BuiltCase, by: { asked: number; agreed?: number }) {
  const now = server.clock.now()
  const { id: unlockId } = await server.db
    .insertInto('safety_unlock')
    .values({
      case_id: id,
      channel_id: channelId,
      reason: 'to see more',
      asked_by: by.asked,
      asked_at: now,
      ...(by.agreed !== undefined && { agreed_by: by.agreed, until: new Date(now.getTime() + HOUR_MS) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { unlockId } }
}
const colleague = (server: TestServer) => server.buildPerson({ role: 'SafeguardingLead' })

async function buildStep(server: TestServer, { id, mentorId }: BuiltCase, state: 'asked' | 'in_force', takenBy: number) {
  const kind = state === 'asked' ? 'ban' : 'warn'
  const { id: stepId } = await server.db
    .insertInto('safety_step')
    .values({ case_id: id, kind, person_id: mentorId, state, taken_by: takenBy, taken_at: server.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { stepId } }
}

async function buildTask(server: TestServer, { id }: BuiltCase, personId: number) {
  const { id: taskId } = await server.db
    .insertInto('safety_task')
    .values({ case_id: id, text: 'Call her', added_by: personId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { params: { taskId } }
}

const withState = (row: ObjectRow, changes: (personId: number, server: TestServer) => Promise<Changes>): ObjectRow => {
  if ('notAnObject' in row) return row
  const { own, ...rest } = row
  return {
    ...rest,
    own: async (server, personId) => {
      const input = await own(server, personId)
      const params = z.object({ id: z.int() }).parse(input.params)
      await server.db
        .updateTable('safety_case')
        .set({ ...(await changes(personId, server)), answered_at: server.clock.now() })
        .where('id', '=', params.id)
        .execute()
      await server.db.updateTable('safety_report').set({ state: 'not_found' }).where('case_id', '=', params.id).execute()
      return input
    },
  }
}

const ofPost = async (server: TestServer) => ({ kind: 'post' as const, id: String(await buildPost(server)) })

async function buildReport(server: TestServer, personId: number, state = 'not_found') {
  const { body } = await send(server, personId, await ofPost(server))
  await server.db.updateTable('safety_report').set({ state }).where('id', '=', body.report.id).execute()
  return { params: { id: body.report.id } }
}

const ownReport: ObjectRow = {
  own: (server, personId) => buildReport(server, personId),
  foreign: { 'another person’s': async (server) => buildReport(server, await server.buildPerson()) },
  absent: () => ({ params: { id: ABSENT } }),
}

async function buildMet(server: TestServer, personId: number) {
  const pair = await buildChannel(server)
  const member = { channel_id: pair.channelId, person_id: personId, joined_at: server.clock.now() }
  await server.db.insertInto('chat_member').values(member).execute()
  return pair.mentorId
}

const block = (isBlocked: boolean): ObjectRow => ({
  own: async (server, personId) => {
    const blockedId = await buildMet(server, personId)
    const row = { person_id: personId, blocked_id: blockedId, blocked_at: server.clock.now() }
    if (isBlocked) await server.db.insertInto('person_block').values(row).execute()
    return { params: { personId: blockedId } }
  },
  foreign: { 'a stranger': async (server) => ({ params: { personId: await server.buildPerson() } }) },
  absent: () => ({ params: { personId: ABSENT } }),
})

const projectOf = async (server: TestServer) => ({ projectId: (await buildMatching(server)).projectId })

const numbers = {
  own: async (server: TestServer) => ({ params: await projectOf(server) }),
  foreign: {},
  absent: () => ({ params: { projectId: ABSENT } }),
}

const cases = '/api/v2/staff/safety/cases/:id'

export const safetyRows: ObjectRows = {
  'POST /api/v2/safety/reports/': {
    own: async (server) => ({ body: { clientId: randomUUID(), thing: await ofPost(server) } }),
    foreign: {
      'a message of others': async (server) => {
        const pair = await buildChannel(server)
        const thing = ofMessage(await writeMessage(server, pair, pair.mentorId, 'hello'))
        return { body: { clientId: randomUUID(), thing } }
      },
    },
    absent: () => ({ body: { clientId: randomUUID(), thing: ofMessage(ABSENT) } }),
  },
  'GET /api/v2/safety/reports/': { notAnObject: 'a position in the caller’s own list' },
  'POST /api/v2/safety/reports/:id/messages/': ownReport,
  'POST /api/v2/safety/reports/:id/reopen/': ownReport,
  'PUT /api/v2/safety/reports/:id/guardian/': ownReport,
  'PUT /api/v2/safety/blocks/:personId/': block(false),
  'DELETE /api/v2/safety/blocks/:personId/': block(true),
  'GET /api/v2/staff/safety/numbers/:projectId/': numbers,
  'PUT /api/v2/staff/safety/numbers/:projectId/': {
    ...numbers,
    own: async (server) => ({ params: await projectOf(server), body: { policeNumber: '100' } }),
    absent: () => ({ params: { projectId: ABSENT }, body: { policeNumber: '100' } }),
  },
  [`GET ${cases}/`]: onCase(undefined, { isTaken: false }),
  [`PUT ${cases}/taken/`]: onCase(undefined, { isTaken: false }),
  [`POST ${cases}/release/`]: onCase(),
  [`POST ${cases}/give/`]: onCase(async (server) => ({ body: { toPersonId: await colleague(server) } })),
  [`POST ${cases}/reports/:reportId/window/`]: onCase(reportOf),
  [`POST ${cases}/reports/:reportId/answers/`]: onCase(reportOf),
  [`POST ${cases}/unlocks/`]: onCase(),
  [`POST ${cases}/unlocks/:unlockId/agree/`]: onCase(async (server, built) =>
    buildUnlock(server, built, { asked: await colleague(server) }),
  ),
  [`POST ${cases}/unlocks/:unlockId/close/`]: onCase((server, built, personId) =>
    buildUnlock(server, built, { asked: personId }),
  ),
  [`GET ${cases}/unlocks/:unlockId/messages/`]: onCase(async (server, built, personId) =>
    buildUnlock(server, built, { asked: personId, agreed: await colleague(server) }),
  ),
  [`POST ${cases}/notes/`]: onCase(),
  [`POST ${cases}/people/`]: onCase((_server, { menteeId }) => ({ body: { personId: menteeId, part: 'child' } })),
  [`POST ${cases}/tasks/`]: onCase((server) => ({ body: { dueAt: server.clock.now().toISOString() } })),
  [`POST ${cases}/tasks/:taskId/done/`]: onCase(buildTask),
  [`POST ${cases}/steps/`]: onCase((_server, { mentorId }) => ({ body: { kind: 'warn', personId: mentorId, until: null } })),
  [`POST ${cases}/steps/:stepId/agree/`]: onCase(async (server, built) =>
    buildStep(server, built, 'asked', await colleague(server)),
  ),
  [`POST ${cases}/steps/:stepId/undo/`]: onCase((server, built, personId) => buildStep(server, built, 'in_force', personId)),
  [`POST ${cases}/legal/`]: onCase((server) => ({ body: { at: server.clock.now().toISOString() } })),
  [`PUT ${cases}/look-delay/`]: onCase(() => ({ body: { until: null } })),
  [`POST ${cases}/close/`]: withState(onCase(), async () => ({})),
  [`POST ${cases}/sign-off/`]: withState(onCase(undefined, { isTaken: false }), async (_personId, server) => ({
    state: 'to_sign_off',
    close_asked_by: await colleague(server),
  })),
  [`POST ${cases}/reopen/`]: withState(onCase(undefined, { isTaken: false }), async () => ({ state: 'closed' })),
}
