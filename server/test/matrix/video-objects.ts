import { buildAssistantChannel } from '../chat-channels.ts'
import type { TestServer } from '../harness.ts'
import { recordedCalls } from '../recorded-calls.ts'
import { buildCallers, openVideoFor, placeCall, planCall } from '../video-rooms.ts'
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

type ObjectInputs = Extract<ObjectRow, { own: BuildInput }>

const startCall: ObjectInputs = {
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

const oneRoom = (rest: PartialInput = {}): ObjectInputs => {
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

/** A channel in the path is checked as one in the body. */
const inPath = ({ own, foreign, absent }: ObjectInputs): ObjectInputs => {
  const moved =
    (build: BuildInput): BuildInput =>
    async (server, personId) => {
      const { body } = await build(server, personId)
      return { params: { id: String(body?.['channel']) } }
    }
  return {
    own: moved(own),
    foreign: Object.fromEntries(Object.entries(foreign).map(([name, build]) => [name, moved(build)])),
    absent: moved(absent),
  }
}

/** A call that rings for the caller. */
const ringingRoom: ObjectRow = {
  ...oneRoom({ body: {} }),
  own: async (server, personId) => {
    const callers = await buildOwnCallers(server, personId)
    return { params: { id: (await placeCall(server, callers.mentorId, callers.channelId)).room }, body: {} }
  },
}

/** A call that the caller is in, alone. */
const enteredRoom: ObjectRow = {
  ...oneRoom({ body: {} }),
  own: async (server, personId) => {
    const callers = await buildOwnCallers(server, personId)
    const { room } = await planCall(server, callers, { at: server.clock.now() })
    await recordedCalls(server).enter(personId, room)
    return { params: { id: room }, body: {} }
  },
}

export const videoRows: ObjectRows = {
  'POST /api/v2/video/room/': startCall,
  'GET /api/v2/video/channel/:id/preview/': inPath(startCall),
  'GET /api/v2/video/channel/:id/calls/': inPath(startCall),
  'POST /api/v2/video/room/:id/decline/': ringingRoom,
  'POST /api/v2/video/room/:id/ring/': enteredRoom,
  'GET /api/v2/video/room/:id/status/': oneRoom(),
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
