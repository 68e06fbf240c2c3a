import { buildAssistantChannel, buildChannel, openChatFor, plantMessages } from '../chat-channels.ts'
import type { TestServer } from '../harness.ts'
import type { Build } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000

/** The asker as mentee of a pair, whatever their role: what one is in a conversation is said there. */
const talking = (server: TestServer, personId: number) => buildChannel(server, { menteeIds: [personId] })
const named = (id: number) => ({ params: { id } })

const oneChannel: ObjectRow = {
  own: async (server, personId) => named((await talking(server, personId)).channelId),
  foreign: {
    'another pair’s': async (server) => named((await buildChannel(server)).channelId),
    'another’s assistant': async (server) => named(await buildAssistantChannel(server, await server.buildPerson())),
  },
  absent: () => named(ABSENT),
}

const wanted = (mentorship: number, userId: number) => ({ body: { mentorship, userId } })

/** What exists without being the asker's to open answers like what was never there. */
const oneDirect: ObjectRow = {
  own: async (server, personId) => {
    const { id, pairManagerId } = await buildChannel(server, { menteeIds: [personId], withPairManager: true })
    return wanted(id, pairManagerId ?? ABSENT)
  },
  foreign: {
    'another pair’s': async (server, personId) => {
      await openChatFor(server, [personId])
      const { id, mentorId } = await buildChannel(server)
      return wanted(id, mentorId)
    },
    'a fellow mentee': async (server, personId) => {
      const { id, menteeIds } = await buildChannel(server, { menteeIds: [personId, await server.buildPerson()] })
      return wanted(id, menteeIds[1] ?? ABSENT)
    },
    oneself: async (server, personId) => wanted((await talking(server, personId)).id, personId),
  },
  absent: async (server, personId) => {
    await openChatFor(server, [personId])
    return wanted(ABSENT, ABSENT)
  },
}

const ownAssistant: ObjectRow = {
  own: async (server, personId) => named(await buildAssistantChannel(server, personId)),
  foreign: {
    'another’s assistant': async (server) => named(await buildAssistantChannel(server, await server.buildPerson())),
    'another pair’s': async (server) => named((await buildChannel(server)).channelId),
    'one’s own, but with people': async (server, personId) => named((await talking(server, personId)).channelId),
  },
  absent: () => named(ABSENT),
}

/** Staff act on every conversation that is there, and see nothing of what is said in it. */
const anyMember: ObjectRow = {
  own: async (server) => {
    const { channelId, mentorId } = await buildChannel(server)
    return { params: { id: channelId, personId: mentorId }, body: { isActive: false } }
  },
  foreign: {},
  absent: () => ({ params: { id: ABSENT, personId: ABSENT }, body: { isActive: false } }),
}

const anyBlackout: ObjectRow = {
  own: async (server) => ({ ...named((await buildChannel(server)).channelId), body: { until: null } }),
  foreign: {},
  absent: () => ({ ...named(ABSENT), body: { until: null } }),
}

const anyQuietHours: ObjectRow = {
  own: async (server) => ({ params: { projectId: (await buildChannel(server)).projectId }, body: { hours: null } }),
  foreign: {},
  absent: () => ({ params: { projectId: ABSENT }, body: { hours: null } }),
}

const anyProject: ObjectRow = {
  own: async (server) => ({ body: { projectId: (await buildChannel(server)).projectId, message: 'Hello' } }),
  foreign: {},
  absent: () => ({ body: { projectId: ABSENT, message: 'Hello' } }),
}

const anyMessage: ObjectRow = {
  own: async (server) => {
    const { channelId, mentorId } = await buildChannel(server)
    const [id = ABSENT] = await plantMessages(server, { channelId, senderId: mentorId, count: 1 })
    return named(id)
  },
  foreign: {},
  absent: () => named(ABSENT),
}

export const chatRows: ObjectRows = {
  'GET /api/v2/chat/channels/:id/': oneChannel,
  'POST /api/v2/chat/channels/direct/': oneDirect,
  'POST /api/v2/chat/:id/rating/': ownAssistant,
  'GET /api/v2/chat/:id/rating-status/': ownAssistant,
  'POST /api/v2/staff/chat/channels/:id/members/:personId/': anyMember,
  'POST /api/v2/staff/chat/channels/:id/blackout/': anyBlackout,
  'POST /api/v2/staff/chat/quiet-hours/:projectId/': anyQuietHours,
  'POST /api/v2/staff/chat/broadcast/': anyProject,
  'POST /api/v2/staff/chat/messages/:id/redact/': anyMessage,
}

const switchedOn: Build = async (server, personId) => {
  await openChatFor(server, [personId], { ai_chat: 'use' })
  return {}
}

/** A page of the small internet that full-server.ts builds. */
const PAGE = 'https://page.example/'

export const chatSamples: Readonly<Record<string, Build>> = {
  'GET /api/v2/chat/channels/': switchedOn,
  'GET /api/v2/chat/unread-message/': switchedOn,
  'POST /api/v2/chat/search-chat-message/': switchedOn,
  'GET /api/v2/chat/bot-users/': switchedOn,
  'GET /api/v2/chat/gifs/': switchedOn,
  'GET /api/v2/chat/link-preview/': async (server, personId) => ({
    ...(await switchedOn(server, personId)),
    query: { url: PAGE },
  }),
}
