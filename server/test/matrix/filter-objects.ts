import { randomUUID } from 'node:crypto'
import { buildChannel } from '../chat-channels.ts'
import type { TestServer } from '../harness.ts'
import type { BuildInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000
const reason = 'to keep the pair safe'
const name = 'Meeting places'
const patterns = ['old station']
type Body = Record<string, unknown>

async function buildHeld(server: TestServer): Promise<number> {
  const { channelId, mentorId } = await buildChannel(server)
  const { id } = await server.db
    .insertInto('chat_held_message')
    .values({
      channel_id: channelId,
      sender_id: mentorId,
      temp_id: randomUUID(),
      body: '9876543210',
      kinds: ['phone'],
      held_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function buildRule(server: TestServer): Promise<number> {
  const { projectId } = await buildChannel(server)
  const now = server.clock.now()
  const { id } = await server.db
    .insertInto('chat_filter_rule')
    .values({ project_id: projectId, name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const replayed = { replayed_at: now, replay_checked: 10, replay_found: 0, replay_samples: [] }
  await server.db
    .insertInto('chat_filter_rule_version')
    .values({ rule_id: id, version: 1, patterns, made_at: now, ...replayed })
    .execute()
  return id
}

/** What belongs to other programmes is in filter.api.test.ts: an administrator without a programme has none that is foreign. */
function row(build: (server: TestServer) => Promise<Body>, absent: Body, body: Body | null): ObjectRow {
  const rest = body && { body }
  const own: BuildInput = async (server) => ({ params: await build(server), ...rest })
  return { own, foreign: {}, absent: () => ({ params: absent, ...rest }) }
}

async function inOwnConversation(server: TestServer, personId: number): Promise<Body> {
  const id = await buildHeld(server)
  const found = await server.db
    .selectFrom('chat_held_message')
    .select('channel_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const member = { channel_id: found.channel_id, person_id: personId, joined_at: server.clock.now() }
  await server.db.insertInto('chat_member').values(member).execute()
  return { id }
}
const held = (body: Body): ObjectRow => ({
  own: async (server) => ({ params: { id: await buildHeld(server) }, body }),
  absent: () => ({ params: { id: ABSENT }, body }),
  foreign: {
    'of their own conversation': async (server, personId) => ({ params: await inOwnConversation(server, personId), body }),
  },
})
const rule = (body: Body): ObjectRow => row(async (server) => ({ id: await buildRule(server) }), { id: ABSENT }, body)
const programme = (body: Body | null): ObjectRow =>
  row(async (server) => ({ projectId: (await buildChannel(server)).projectId }), { projectId: ABSENT }, body)

export const filterRows: ObjectRows = {
  'POST /api/v2/staff/chat/held/:id/open/': held({ reason }),
  'POST /api/v2/staff/chat/held/:id/release/': held({ reason }),
  'POST /api/v2/staff/chat/held/:id/reject/': held({ reason }),
  'GET /api/v2/staff/chat/filter/:projectId/': programme(null),
  'PUT /api/v2/staff/chat/filter/:projectId/': programme({ mode: 'warn', reason }),
  'POST /api/v2/staff/chat/filter/:projectId/rules/': programme({ name, patterns }),
  'PUT /api/v2/staff/chat/filter-rules/:id/': rule({ name, patterns, version: 1 }),
  'POST /api/v2/staff/chat/filter-rules/:id/replay/': rule({ version: 1 }),
  'POST /api/v2/staff/chat/filter-rules/:id/samples/': rule({ version: 1, reason }),
  'PUT /api/v2/staff/chat/filter-rules/:id/active/': rule({ version: 1, isActive: true, reason }),
}
