import { buildAssistantChannel, buildChannel, openChatFor, plantMessages, plantUnanswered } from '../chat-channels.ts'
import type { TestServer } from '../harness.ts'
import type { BuildInput } from './call-input.ts'
import { inForeignProgramme } from './foreign-programme.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

const ABSENT = 2_000_000_000
const reason = 'They asked for a pause.'

/** The caller as mentee of a pair, whatever their role: access depends on the conversation. */
const buildOwnChannel = (server: TestServer, personId: number) => buildChannel(server, { menteeIds: [personId] })
const inPath = (id: number) => ({ params: { id } })

const oneChannel: ObjectRow = {
  own: async (server, personId) => inPath((await buildOwnChannel(server, personId)).channelId),
  foreign: {
    'another pair’s': async (server) => inPath((await buildChannel(server)).channelId),
    'another’s assistant': async (server) => inPath(await buildAssistantChannel(server, await server.buildPerson())),
  },
  absent: () => inPath(ABSENT),
}

const muted = (id: number) => ({ ...inPath(id), body: { isMuted: true } })

const muteOne: ObjectRow = {
  own: async (server, personId) => muted((await buildOwnChannel(server, personId)).channelId),
  foreign: { 'another pair’s': async (server) => muted((await buildChannel(server)).channelId) },
  absent: () => muted(ABSENT),
}

const directWith = (mentorship: number, userId: number) => ({ body: { mentorship, userId } })

/** An existing conversation that the caller may not open is answered like a missing one. */
const oneDirect: ObjectRow = {
  own: async (server, personId) => {
    const { id, pairManagerId } = await buildChannel(server, { menteeIds: [personId], withPairManager: true })
    return directWith(id, pairManagerId ?? ABSENT)
  },
  foreign: {
    'another pair’s': async (server, personId) => {
      await openChatFor(server, [personId])
      const { id, mentorId } = await buildChannel(server)
      return directWith(id, mentorId)
    },
    'a fellow mentee': async (server, personId) => {
      const { id, menteeIds } = await buildChannel(server, { menteeIds: [personId, await server.buildPerson()] })
      return directWith(id, menteeIds[1] ?? ABSENT)
    },
    oneself: async (server, personId) => directWith((await buildOwnChannel(server, personId)).id, personId),
  },
  absent: async (server, personId) => {
    await openChatFor(server, [personId])
    return directWith(ABSENT, ABSENT)
  },
}

const ownAssistant: ObjectRow = {
  own: async (server, personId) => inPath(await buildAssistantChannel(server, personId)),
  foreign: {
    'another’s assistant': async (server) => inPath(await buildAssistantChannel(server, await server.buildPerson())),
    'another pair’s': async (server) => inPath((await buildChannel(server)).channelId),
    'one’s own, but with people': async (server, personId) => inPath((await buildOwnChannel(server, personId)).channelId),
  },
  absent: () => inPath(ABSENT),
}

const questionWithin = async (server: TestServer, channelId: number, personId: number) => ({
  params: { id: channelId },
  body: { messageId: await plantUnanswered(server, channelId, personId) },
})

const ownQuestion: ObjectRow = {
  own: async (server, personId) => questionWithin(server, await buildAssistantChannel(server, personId), personId),
  foreign: {
    'another’s question': async (server) => {
      const other = await server.buildPerson()
      return questionWithin(server, await buildAssistantChannel(server, other), other)
    },
    'a message that offers nothing': async (server, personId) => {
      const channelId = await buildAssistantChannel(server, personId)
      const [messageId = ABSENT] = await plantMessages(server, { channelId, senderId: personId, count: 1 })
      return { params: { id: channelId }, body: { messageId } }
    },
  },
  absent: () => ({ ...inPath(ABSENT), body: { messageId: ABSENT } }),
}

/** Staff may act on the conversations of their programmes, but not read them. */
const buildMemberOfChannel: BuildInput = async (server) => {
  const { channelId, mentorId } = await buildChannel(server)
  return { params: { id: channelId, personId: mentorId }, body: { isActive: false, reason } }
}

const anyMember: ObjectRow = {
  own: buildMemberOfChannel,
  foreign: { 'of another programme': inForeignProgramme(buildMemberOfChannel) },
  absent: () => ({ params: { id: ABSENT, personId: ABSENT }, body: { isActive: false, reason } }),
}

const buildPausedChannel: BuildInput = async (server) => ({
  ...inPath((await buildChannel(server)).channelId),
  body: { until: null, reason },
})

const anyBlackout: ObjectRow = {
  own: buildPausedChannel,
  foreign: { 'of another programme': inForeignProgramme(buildPausedChannel) },
  absent: () => ({ ...inPath(ABSENT), body: { until: null, reason } }),
}

const buildChannelsProgramme: BuildInput = async (server) => ({
  params: { projectId: (await buildChannel(server)).projectId },
  body: { hours: null },
})

const anyQuietHours: ObjectRow = {
  own: buildChannelsProgramme,
  foreign: { 'of another programme': inForeignProgramme(buildChannelsProgramme) },
  absent: () => ({ params: { projectId: ABSENT }, body: { hours: null } }),
}

const buildBroadcastTo: BuildInput = async (server) => ({
  body: { projectId: (await buildChannel(server)).projectId, message: 'Hello' },
})

const anyProject: ObjectRow = {
  own: buildBroadcastTo,
  foreign: { 'of another programme': inForeignProgramme(buildBroadcastTo) },
  absent: () => ({ body: { projectId: ABSENT, message: 'Hello' } }),
}

const buildSentMessage: BuildInput = async (server) => {
  const { channelId, mentorId } = await buildChannel(server)
  const [id = ABSENT] = await plantMessages(server, { channelId, senderId: mentorId, count: 1 })
  return inPath(id)
}

const anyMessage: ObjectRow = {
  own: buildSentMessage,
  foreign: { 'of another programme': inForeignProgramme(buildSentMessage) },
  absent: () => inPath(ABSENT),
}

/** Sent by the mentor; the caller is the mentee. */
const sentIn = async (
  server: TestServer,
  build: Promise<{ channelId: number }>,
  senderId: number,
  body?: Record<string, unknown>,
) => {
  const { channelId } = await build
  const [id = ABSENT] = await plantMessages(server, { channelId, senderId, count: 1 })
  return { ...inPath(id), ...(body && { body }) }
}

const oneMessage = (body?: Record<string, unknown>): ObjectRow => ({
  own: (server, personId) => sentIn(server, buildOwnChannel(server, personId), personId, body),
  foreign: {
    'of another pair': async (server, personId) => {
      await openChatFor(server, [personId])
      const pair = await buildChannel(server)
      return sentIn(server, Promise.resolve(pair), pair.mentorId, body)
    },
  },
  absent: async (server, personId) => {
    await openChatFor(server, [personId])
    return { ...inPath(ABSENT), ...(body && { body }) }
  },
})

export const chatRows: ObjectRows = {
  'GET /api/v2/chat/channels/:id/': oneChannel,
  'POST /api/v2/chat/channels/direct/': oneDirect,
  'POST /api/v2/chat/channels/:id/mute/': muteOne,
  'GET /api/v2/chat/:id/held/': oneChannel,
  'POST /api/v2/chat/:id/rating/': ownAssistant,
  'GET /api/v2/chat/:id/rating-status/': ownAssistant,
  'POST /api/v2/chat/:id/ask-team/': ownQuestion,
  'PUT /api/v2/chat/messages/:id/': oneMessage({ message: 'changed', isConfirmed: false }),
  'DELETE /api/v2/chat/messages/:id/': oneMessage(),
  'POST /api/v2/chat/messages/:id/translate/': oneMessage(),
  'POST /api/v2/chat/search-chat-message/': { notAnObject: 'a search in another conversation finds nothing' },
  'PUT /api/v2/chat/messages/:id/reaction/': oneMessage({ emoji: '👍' }),
  'POST /api/v2/staff/chat/channels/:id/members/:personId/': anyMember,
  'POST /api/v2/staff/chat/channels/:id/blackout/': anyBlackout,
  'POST /api/v2/staff/chat/quiet-hours/:projectId/': anyQuietHours,
  'POST /api/v2/staff/chat/broadcast/': anyProject,
  'POST /api/v2/staff/chat/messages/:id/redact/': anyMessage,
}

const withChat: BuildInput = async (server, personId) => {
  await openChatFor(server, [personId], { ai_chat: 'use' })
  return {}
}

/** A page of the fake internet that full-server.ts builds. */
const PAGE = 'https://page.example/'

export const chatSamples: Readonly<Record<string, BuildInput>> = {
  'GET /api/v2/chat/channels/': withChat,
  'GET /api/v2/chat/unread-message/': withChat,
  'POST /api/v2/chat/search-chat-message/': withChat,
  'GET /api/v2/chat/bot-users/': withChat,
  'GET /api/v2/chat/gifs/': withChat,
  'GET /api/v2/chat/link-preview/': async (server, personId) => ({
    ...(await withChat(server, personId)),
    query: { url: PAGE },
  }),
}
