import { buildAssistantChannel } from '../chat-channels.ts'
import type { TestServer } from '../harness.ts'
import { buildCallers, openVideoFor, planCall } from '../video-rooms.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000

/** The caller as mentee of a pair, whatever their role: access depends on the conversation of the call. */
const buildOwnCallers = (server: TestServer, personId: number) => buildCallers(server, { menteeIds: [personId] })

/** A planned call that is open now, so that nobody has to start it. */
async function roomOf(server: TestServer, callers: Awaited<ReturnType<typeof buildCallers>>): Promise<string> {
  return (await planCall(server, callers, { at: server.clock.now() })).room
}

const channel = (id: number): PartialInput => ({ body: { channel: id } })

const startCall: ObjectRow = {
  own: async (server, personId) => channel((await buildOwnCallers(server, personId)).channelId),
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
      const { channelId } = await buildOwnCallers(server, personId)
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

const oneRoom = (rest: PartialInput = {}): ObjectRow => {
  const inPath = (id: string): PartialInput => ({ params: { id }, ...rest })
  return {
    own: async (server, personId) => inPath(await roomOf(server, await buildOwnCallers(server, personId))),
    foreign: {
      'another pair’s': async (server, personId) => {
        await openVideoFor(server, [personId])
        return inPath(await roomOf(server, await buildCallers(server)))
      },
      'one that was cancelled': async (server, personId) => {
        const id = await roomOf(server, await buildOwnCallers(server, personId))
        const cancelled = { cancelled_at: server.clock.now() }
        await server.db.updateTable('calendar_event').set(cancelled).where('session_uuid', '=', id).execute()
        return inPath(id)
      },
    },
    absent: async (server, personId) => {
      await openVideoFor(server, [personId])
      return inPath(crypto.randomUUID())
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

const withVideo: BuildInput = async (server, personId) => {
  await openVideoFor(server, [personId])
  return {}
}

export const videoSamples: Readonly<Record<string, BuildInput>> = {
  'GET /api/v2/video/rooms/': withVideo,
}
