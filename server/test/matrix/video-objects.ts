import { buildAssistantChannel } from '../chat-channels.ts'
import type { TestServer } from '../harness.ts'
import { buildCallers, openVideoFor, planCall } from '../video-rooms.ts'
import type { Build, Given } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000

/** The asker as mentee of a pair, whatever their role: what one is in a call is said by the conversation it belongs to. */
const calling = (server: TestServer, personId: number) => buildCallers(server, { menteeIds: [personId] })

/** A planned one that is open now: the matrix asks for it without anybody having called. */
async function roomOf(server: TestServer, callers: Awaited<ReturnType<typeof buildCallers>>): Promise<string> {
  return (await planCall(server, callers, { at: server.clock.now() })).room
}

const channel = (id: number): Given => ({ body: { channel: id } })

const startCall: ObjectRow = {
  own: async (server, personId) => channel((await calling(server, personId)).channelId),
  foreign: {
    'another pair’s': async (server, personId) => {
      await openVideoFor(server, [personId])
      return channel((await buildCallers(server)).channelId)
    },
    'one’s own assistant': async (server, personId) => {
      await openVideoFor(server, [personId])
      return channel(await buildAssistantChannel(server, personId))
    },
    'one’s own, but closed to oneself': async (server, personId) => {
      const { channelId } = await calling(server, personId)
      await leave(server, channelId, personId)
      return channel(channelId)
    },
  },
  absent: async (server, personId) => {
    await openVideoFor(server, [personId])
    return channel(ABSENT)
  },
}

const leave = ({ db }: TestServer, channelId: number, personId: number) =>
  db
    .updateTable('chat_member')
    .set({ is_active: false })
    .where('channel_id', '=', channelId)
    .where('person_id', '=', personId)
    .execute()

const oneRoom = (rest: Given = {}): ObjectRow => {
  const named = (id: string): Given => ({ params: { id }, ...rest })
  return {
    own: async (server, personId) => named(await roomOf(server, await calling(server, personId))),
    foreign: {
      'another pair’s': async (server, personId) => {
        await openVideoFor(server, [personId])
        return named(await roomOf(server, await buildCallers(server)))
      },
      'one that was cancelled': async (server, personId) => {
        const id = await roomOf(server, await calling(server, personId))
        const cancelled = { cancelled_at: server.clock.now() }
        await server.db.updateTable('calendar_event').set(cancelled).where('session_uuid', '=', id).execute()
        return named(id)
      },
    },
    absent: async (server, personId) => {
      await openVideoFor(server, [personId])
      return named(crypto.randomUUID())
    },
  }
}

export const videoRows: ObjectRows = {
  'POST /api/v2/video/room/': startCall,
  'GET /api/v2/video/room/:id/': oneRoom(),
  'POST /api/v2/video/room/:id/consent/': oneRoom({ body: { consent: true } }),
  'POST /api/v2/video/room/:id/event/': oneRoom({
    body: { event: 'join', jitsiParticipantId: 'a1b2c3', timestamp: '2026-11-14T14:00:00Z' },
  }),
}

const switchedOn: Build = async (server, personId) => {
  await openVideoFor(server, [personId])
  return {}
}

export const videoSamples: Readonly<Record<string, Build>> = {
  'GET /api/v2/video/rooms/': switchedOn,
}
